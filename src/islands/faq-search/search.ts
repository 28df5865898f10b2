import Fuse from 'fuse.js';

/** What the search reads of an entry: plain text, without tags and entities. */
export type Searchable = { readonly question: string; readonly answerText: string };

/** Specification §9. */
export const MAX_RESULTS = 3;

/**
 * The FAQ search of the specification (§4, §5, §9), the same for the server and the browser: fuzzy, the question weighs
 * 3 and the answer 1.5, at most 3 entries, best first; an empty text means every entry, in its order.
 */
export const createFaqSearch = <Entry extends Searchable>(
  entries: readonly Entry[],
): ((text: string) => readonly Entry[]) => {
  const index = new Fuse(entries, {
    keys: [
      { name: 'question', weight: 3 },
      { name: 'answerText', weight: 1.5 },
    ],
    // Answers are long: without these two a match deep in the text is not found and a weak one in a title is.
    ignoreLocation: true,
    threshold: 0.4,
    ignoreDiacritics: true,
  });

  return (text) => {
    const query = text.trim();
    return query === '' ? entries : index.search(query, { limit: MAX_RESULTS }).map(({ item }) => item);
  };
};
