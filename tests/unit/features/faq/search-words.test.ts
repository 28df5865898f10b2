import { expect, test } from 'vitest';
import { toSearchWords, toWords } from '../../../../src/features/faq/search-words.ts';

// search.test.ts finds entries by words in other cases, with accents, typos and hyphens, and by those of a sentence.

test('short words that end with s are no plurals', () => {
  expect(toWords('dns access ads payouts')).toEqual(['dns', 'access', 'ads', 'payout']);
});

test.each([
  ['x payout', ['payout']],
  ['how do I', ['how', 'do']],
  ['trail', ['trail']],
  ['dsn', ['dsn']],
])(
  'a search for “%s” looks for %j: no single letters, stop words only if alone, no swaps in short or known words',
  (query, words) => {
    expect(toSearchWords(query, new Set(['payout', 'trail', 'trial', 'dns']))).toEqual(words);
  },
);
