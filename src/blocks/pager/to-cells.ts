/** Longer lists leave out pages, so that the links fit into one line of a phone. */
const MAX_CELLS = 7;

/** The pages that a pager links to: the first, the last and those around the current one. Null stands for pages that are left out. */
export const toCells = (page: number, pages: number): readonly (number | null)[] => {
  if (pages <= MAX_CELLS) return Array.from({ length: pages }, (_, index) => index + 1);
  const middle = Math.min(Math.max(page, 4), pages - 3);
  const [before, after] = [middle > 4 ? null : 2, middle < pages - 3 ? null : pages - 1];
  return [1, before, middle - 1, middle, middle + 1, after, pages];
};
