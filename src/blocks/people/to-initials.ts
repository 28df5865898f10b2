const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const firstLetter = (word: string): string => {
  for (const { segment } of segmenter.segment(word)) if (/\p{L}/u.test(segment)) return segment.toUpperCase();
  return '';
};

/** The first letters of the first and last word of a name. */
export const toInitials = (name: string): string => {
  const letters = name
    .trim()
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => letter !== '');
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '');
};
