import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listFaq } from '../../../../src/content/faq.ts';
import { createFaqSearch, MAX_RESULTS } from '../../../../src/features/faq/search.ts';

const filler = 'Feeds report their figures on different days and in different time zones. '.repeat(12);

const entries = [
  { question: 'When do you pay?', answerText: `${filler}The minimum payout is 25 euros by SEPA transfer.` },
  { question: 'Which nameservers do I use?', answerText: 'Two, shown in your account.' },
  { question: 'Do you take adult traffic?', answerText: 'Yes, in networks of its own.' },
  { question: 'How do I read the payout report?', answerText: 'Column by column.' },
  { question: 'Kann ich Domains für Köln parken?', answerText: 'Ja.' },
];

const search = createFaqSearch(entries);
const questions = (text: string) => search(text).map(({ question }) => question);

describe('FAQ search', () => {
  test('an empty or blank query returns the full list in its order', () => {
    expect(search('')).toEqual(entries);
    expect(search('  \t')).toEqual(entries);
  });

  test('a match deep in a long answer is found', () => {
    expect(questions('minimum payout')).toContain('When do you pay?');
  });

  test('a match in the question ranks above a match in the answer', () => {
    expect(questions('payout')[0]).toBe('How do I read the payout report?');
  });

  test('typos and missing accents are tolerated', () => {
    expect(questions('nameservrs')).toEqual(['Which nameservers do I use?']);
    expect(questions('koln')).toContain('Kann ich Domains für Köln parken?');
  });

  test('no match returns nothing', () => {
    expect(search('xylophone quartet')).toEqual([]);
  });

  test('any query returns at most three distinct entries', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
        (text) => {
          const found = search(text);
          expect(found.length).toBeLessThanOrEqual(MAX_RESULTS);
          expect(new Set(found).size).toBe(found.length);
          expect(entries).toEqual(expect.arrayContaining([...found]));
        },
      ),
    );
  });
});

describe('with the questions of the site', async () => {
  const search = createFaqSearch(await listFaq());
  const find = (text: string) => search(text).map(({ question }) => question);
  const SSL = 'Do parked domains get an SSL certificate?';
  const PAID = 'When and how am I paid?';
  const TAXES = 'Which invoices, VAT rules and tax forms apply?';
  const MINIMUM = 'What is the minimum payout?';
  const NAMESERVERS = 'Nameservers, or A and CNAME records: which should I use?';

  test.each([
    ['minimum payout', MINIMUM],
    ['minimun payout', MINIMUM],
    ['payout minimum', MINIMUM],
    ['payout', MINIMUM],
    ['payouts', MINIMUM],
    ['how am I paid', PAID],
    ['when paid', PAID],
    ['cryptocurrency', PAID],
    ['bitcoin', PAID],
    ['password', 'How is my account protected?'],
    ['cancel', 'Is there a contract term or an exclusivity clause?'],
    ['ssl', SSL],
    ['certif', SSL],
    ['tax', TAXES],
    ['namese', NAMESERVERS],
    ['nameservrs', NAMESERVERS],
    ['A/B test', 'How do the A/B tests of landers work?'],
    ['zero click', 'How does zero-click work, and when is it used?'],
    ['disaproved', 'Why was my domain disapproved, and how do I appeal?'],
  ])('"%s" finds "%s" first', (text, question) => {
    expect(find(text)[0]).toBe(question);
  });

  test.each(['refund', 'zzzz', 'xylophone quartet', 'x', 'c'])(
    '"%s", which no entry speaks of, finds nothing',
    (text) => {
      expect(find(text)).toEqual([]);
    },
  );

  test.each(['payout', 'ssl', 'tax', 'paypal', 'dns'])('every result for "%s" contains it', (text) => {
    const found = search(text);
    expect(found).not.toEqual([]);
    for (const { question, answerText } of found) {
      expect(`${question} ${answerText}`.toLowerCase()).toContain(text);
    }
  });
});
