export type CsvFile = { readonly filename: string; readonly contentType: string; readonly content: string };

/** Quotes a cell. A text that a spreadsheet would evaluate as a formula gets an apostrophe in front. */
const toCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;

/** A CSV file with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toCsv = (filename: string, rows: readonly (readonly (string | number)[])[]): CsvFile => ({
  filename,
  contentType: 'text/csv; charset=utf-8',
  content: `\uFEFF${rows.map((row) => row.map((cell) => toCell(String(cell))).join(',')).join('\r\n')}\r\n`,
});

/** Saves a file in the browser. */
export const downloadCsv = ({ filename, contentType, content }: CsvFile): void => {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // Some browsers read the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
