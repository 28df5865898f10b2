import { expect, test } from 'vitest';
import { toSearchWords, toWords } from '../../../../src/features/faq/search-words.ts';

const NO_VOCABULARY = new Set<string>();

test('the words of a text are in lower case, without accents, in the singular and distinct', () => {
  expect(toWords('Payouts, payout & KÜNDIGEN: Überweisung?')).toEqual(['payout', 'kundigen', 'uberweisung']);
  expect(toWords('dns access ads'), 'no plurals').toEqual(['dns', 'access', 'ads']);
});

test('a compound with hyphens, slashes, dots or apostrophes counts as one word and as its parts', () => {
  expect(toWords('sub-ids')).toEqual(['sub', 'ids', 'subid']);
  expect(toWords('A/B')).toEqual(['a', 'b', 'ab']);
  expect(toWords('ads.txt')).toEqual(['ads', 'txt', 'adstxt']);
  expect(toWords('you’ll')).toEqual(['you', 'll', 'youll']);
  expect(toWords('non‑breaking')).toEqual(['non', 'breaking', 'nonbreaking']);
});

test('adjacent words that the entries contain as one word are joined, whatever separates them', () => {
  const vocabulary = new Set(toWords('W-8BEN, W-8, nameservers, sub-ids, Tier1, A/B tests'));

  for (const [query, words] of [
    ['w8', ['w8']],
    ['w-8', ['w8']],
    ['W 8', ['w8']],
    ['w-8 ben', ['w8ben']],
    ['name servers', ['nameserver']],
    ['sub id', ['subid']],
    ['subids', ['subid']],
    ['tier 1', ['tier1']],
    ['a/b test', ['ab', 'test']],
  ] as const) {
    expect(toSearchWords(query, vocabulary), query).toEqual(words);
  }
});

test('stop words and single letters are dropped, unless the query contains nothing else', () => {
  expect(toSearchWords('When do I get paid?', NO_VOCABULARY)).toEqual(['paid']);
  expect(toSearchWords('Wann bekomme ich mein Geld?', NO_VOCABULARY)).toEqual(['geld']);
  expect(toSearchWords('x payout', NO_VOCABULARY)).toEqual(['payout']);
  expect(toSearchWords('how do I', NO_VOCABULARY)).toEqual(['how', 'do']);
});

test('two adjacent letters that were swapped are put right if that makes a word of the entries', () => {
  const vocabulary = new Set(toWords('Payments, adult traffic, trail, trial, dns'));

  for (const [query, words] of [
    ['payemnts', ['payment']],
    ['adlut traffci', ['adult', 'traffic']],
    ['trail', ['trail']],
    ['dsn', ['dsn']],
    ['paymetsn', ['paymetsn']],
  ] as const) {
    expect(toSearchWords(query, vocabulary), query).toEqual(words);
  }
});
