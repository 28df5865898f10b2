import type { Heading } from '../../content/safe-html.ts';

const MIN_HEADINGS = 4;

/** The table of contents of a text: its top-level headings. Empty if the text has fewer than four headings in total. */
export const toContents = (headings: readonly Heading[]): readonly Heading[] => {
  if (headings.length < MIN_HEADINGS) return [];
  const highest = Math.min(...headings.map(({ level }) => level));
  return headings.filter(({ level }) => level === highest);
};
