/** Prints a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  console.log(`\n| ${head.join(' | ')} |`);
  console.log(`|${head.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
};
