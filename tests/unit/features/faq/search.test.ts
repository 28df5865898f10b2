import { describe, expect, test } from 'vitest';
import { listFaq } from '../../../../src/content/faq.ts';
import { createFaqSearch } from '../../../../src/features/faq/search.ts';
import { FAQ_IDS, FAQ_QUERIES, type FaqName } from '../../../support/faq-queries.ts';

const filler = 'Feeds report their figures on different days and in different time zones. '.repeat(12);

const entry = (question: string, answerText: string, searchTerms = '') => ({ question, answerText, searchTerms });

const entries = [
  entry('When do you pay?', `${filler}The minimum payout is 25 euros by SEPA transfer.`),
  entry('Which nameservers do I use?', 'Two, shown in your account.'),
  entry('Do you take adult traffic?', 'Yes, in networks of its own.'),
  entry('How do I read the payout report?', 'Column by column.', 'statement, sub-id'),
  entry('Kann ich Domains für Köln parken?', 'Ja.'),
];

const search = createFaqSearch(entries);
const findQuestions = (text: string) => search(text).map(({ question }) => question);

describe('FAQ search', () => {
  test('an empty or blank query returns the full list in its order', () => {
    expect(search('')).toEqual(entries);
    expect(search('  \t')).toEqual(entries);
  });

  test('a search term ranks below a word of the question and above a word of the answer', () => {
    const search = createFaqSearch([entry('A?', 'Fees.'), entry('B?', '', 'fees'), entry('Fees?', '')]);

    expect(search('fees').map(({ question }) => question)).toEqual(['Fees?', 'B?', 'A?']);
  });

  test('a query matches words that start with it, but not words that only contain it', () => {
    expect(findQuestions('namese')).toEqual(['Which nameservers do I use?']);
    expect(findQuestions('servers')).toEqual([]);
  });

  test('a whole word takes precedence over a word that only starts with the query', () => {
    const search = createFaqSearch([entry('Payments?', ''), entry('Pay?', '')]);

    expect(search('pay').map(({ question }) => question)).toEqual(['Pay?']);
    expect(search('paym').map(({ question }) => question)).toEqual(['Payments?']);
  });

  test('entries with all words of the query come first, then entries with some of them', () => {
    const both = entry('Others?', 'A report about traffic.');
    const search = createFaqSearch([entry('Traffic?', ''), both, entry('Unrelated?', '')]);

    expect(search('report traffic').map(({ question }) => question)).toEqual(['Others?', 'Traffic?']);
  });

  test('a result that is much weaker than the first one is left out', () => {
    const search = createFaqSearch([entry('Payouts?', 'All about the payout.'), entry('Other?', 'Not the payout.')]);

    expect(search('payout').map(({ question }) => question)).toEqual(['Payouts?']);
  });
});

describe('with the questions of the site', async () => {
  const search = createFaqSearch(await listFaq());
  const find = (text: string): readonly number[] => search(text).map(({ id }) => id);

  test('each query finds the question that answers it first', () => {
    for (const { query, first } of FAQ_QUERIES) expect.soft(find(query)[0], query).toBe(FAQ_IDS[first]);
  });

  const ordered: readonly (readonly [string, readonly FaqName[]])[] = [
    ['payout', ['minimum', 'paid', 'finalAmount']],
    ['minimum payout', ['minimum', 'paid']],
    ['arbitrage', ['acceptedTraffic', 'paidTraffic']],
    ['commission', ['salesCommission', 'share']],
    ['cost', ['cost', 'bannerCost']],
  ];

  test.each(ordered)('"%s" finds %s in this order', (query, names) => {
    expect(find(query)).toEqual(names.map((name) => FAQ_IDS[name]));
  });

  test('a query without matches finds nothing', () => {
    for (const query of ['zzzz', 'xylophone solo', 'weather', 'x']) expect(find(query), query).toEqual([]);
  });
});
