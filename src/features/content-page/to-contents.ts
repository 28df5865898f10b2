import type { Heading } from '../../content/safe-html.ts';

const FEWEST = 4;

/** The table of contents of a text: its highest headings. Empty for a text with fewer than four headings in all. */
export const toContents = (headings: readonly Heading[]): readonly Heading[] => {
  if (headings.length < FEWEST) return [];
  const highest = Math.min(...headings.map(({ level }) => level));
  return headings.filter(({ level }) => level === highest);
};
