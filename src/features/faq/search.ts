import Fuse from 'fuse.js';

/** What the search reads of an entry: plain text, without tags and entities. */
export type Searchable = { readonly question: string; readonly answerText: string };

/** Specification §9. */
export const MAX_RESULTS = 3;

/** Words of two letters and more, "A/B" and "zero-click" among them: a single letter stands in every answer. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}/-]+/gu;

/**
 * The FAQ search of the specification (§4, §5, §9), the same for the server and the browser: fuzzy, the question weighs
 * 3 and the answer 1.5, at most 3 entries, best first; an empty text means every entry, in its order. An entry has every
 * word of the text, in any order, or the beginning of it, with one slip for each five letters.
 */
export const createFaqSearch = <Entry extends Searchable>(
  entries: readonly Entry[],
): ((text: string) => readonly Entry[]) => {
  const index = new Fuse(entries, {
    keys: [
      { name: 'question', weight: 3 },
      { name: 'answerText', weight: 1.5 },
    ],
    // Answers are long: their end counts like their beginning, and a looser match is found in nearly each of them.
    ignoreLocation: true,
    threshold: 0.2,
    minMatchCharLength: 2,
    useTokenSearch: true,
    tokenMatch: 'all',
    tokenize: WORDS,
    ignoreDiacritics: true,
  });

  return (text) => {
    const query = text.trim();
    return query === '' ? entries : index.search(query, { limit: MAX_RESULTS }).map(({ item }) => item);
  };
};
