/** The values of `/metrics`, by their names with labels. */
export const readMetrics = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
};
