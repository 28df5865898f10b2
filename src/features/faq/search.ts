import Fuse from 'fuse.js';
import { toSearchWords, toWords } from './search-words.ts';

/** The searchable fields of an entry, as plain text. */
export type Searchable = {
  readonly question: string;
  readonly answerText: string;
  /** More words by which to find the entry. */
  readonly searchTerms: string;
};

/** Maximum number of results (docs/requirements.md). */
export const MAX_RESULTS = 3;

/** Limits the time that a search takes. */
export const MAX_WORDS = 10;

/** The second and third result need at least this share of the first one's relevance. */
const MIN_RELATIVE_RELEVANCE = 0.4;

type Match<Entry> = { readonly entry: Entry; readonly matchedWords: number; readonly relevance: number };

/** The search terms, without words of the question, which would count twice. */
const toAdditionalWords = ({ question, searchTerms }: Searchable): string[] => {
  const words = new Set(toWords(question));
  return toWords(searchTerms).filter((word) => !words.has(word));
};

/**
 * The FAQ search (docs/requirements.md), used by server and browser. It is fuzzy, with weight 3 for the question and 1.5 for the
 * answer, and returns at most 3 entries, best first. An empty query returns all entries in their order. The requirements do not mention
 * search terms, which weigh less than the question.
 *
 * A word of the query matches an equal word, a word that starts with it, and a word that differs by one typo per five letters.
 * Entries that match every word of the query come first, followed by those that match some.
 */
export const createFaqSearch = <Entry extends Searchable>(
  entries: readonly Entry[],
): ((text: string) => readonly Entry[]) => {
  const vocabulary = new Set(
    entries.flatMap(({ question, searchTerms, answerText }) => toWords(`${question} ${searchTerms} ${answerText}`)),
  );

  // Each word is indexed as a separate text, so that whole words come first: Fuse scores a text that equals the query far better than
  // one that only starts with it, and a text with a typo worst.
  const index = new Fuse(entries, {
    keys: [
      { name: 'title', weight: 3, getFn: ({ question }) => toWords(question) },
      { name: 'content', weight: 1.5, getFn: ({ answerText }) => toWords(answerText) },
      { name: 'searchTerms', weight: 2.5, getFn: toAdditionalWords },
    ],
    threshold: 0.2,
    // Matches inside a word do not count, only those at its beginning.
    distance: 1,
    // Otherwise Fuse does not compare a longer word to its end, and misses that word if the query lacks a letter.
    findAllMatches: true,
    includeScore: true,
  });

  return (text) => {
    if (text.trim() === '') return entries;
    const words = toSearchWords(text, vocabulary).slice(0, MAX_WORDS);
    const matches = new Map<Entry, Match<Entry>>();
    for (const word of words) {
      for (const { item: entry, score = 1 } of index.search(word)) {
        const { matchedWords, relevance } = matches.get(entry) ?? { matchedWords: 0, relevance: 0 };
        // Fuse multiplies the scores of matches, of which 0 is the best, so their logarithms are added.
        matches.set(entry, { entry, matchedWords: matchedWords + 1, relevance: relevance - Math.log(score) });
      }
    }
    const matchesAll = (match: Match<Entry>): boolean => match.matchedWords === words.length;
    const sorted = [...matches.values()].sort(
      (a, b) => Number(matchesAll(b)) - Number(matchesAll(a)) || b.relevance - a.relevance,
    );
    const required = MIN_RELATIVE_RELEVANCE * (sorted[0]?.relevance ?? 0);
    return sorted
      .filter(({ relevance }) => relevance >= required)
      .slice(0, MAX_RESULTS)
      .map(({ entry }) => entry);
  };
};
