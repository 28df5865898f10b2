import Fuse from 'fuse.js';

/** The searchable fields of an entry, as plain text. */
export type Searchable = { readonly question: string; readonly answerText: string };

/** Maximum number of results (specification §9). */
export const MAX_RESULTS = 3;

/** Words of at least two letters, including "A/B" and "zero-click". Single letters are ignored: they match every answer. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}/-]+/gu;

/**
 * The FAQ search of the specification (§4, §5, §9), used by server and browser. Fuzzy, with weight 3 for the question and
 * 1.5 for the answer; returns at most 3 entries, best first, or all entries in their order for an empty query. An entry
 * matches if it contains every word of the query, or a word starting with it, in any order, with one typo per five letters.
 */
export const createFaqSearch = <Entry extends Searchable>(
  entries: readonly Entry[],
): ((text: string) => readonly Entry[]) => {
  const index = new Fuse(entries, {
    keys: [
      { name: 'question', weight: 3 },
      { name: 'answerText', weight: 1.5 },
    ],
    // Answers are long: matches count the same anywhere in them, and a looser threshold would match nearly all of them.
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
