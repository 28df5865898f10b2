import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFaqSearch, MAX_RESULTS } from '../../../src/islands/faq-search/search.ts';

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
  test('an empty or blank text means the full list in its order', () => {
    expect(search('')).toEqual(entries);
    expect(search('  \t')).toEqual(entries);
  });

  test('a match deep in a long answer is found', () => {
    expect(questions('minimum payout')).toContain('When do you pay?');
  });

  test('a match in the question comes before a match in the answer', () => {
    expect(questions('payout')[0]).toBe('How do I read the payout report?');
  });

  test('a slip of the finger and a missing accent do not hide an entry', () => {
    expect(questions('nameservrs')).toEqual(['Which nameservers do I use?']);
    expect(questions('koln')).toContain('Kann ich Domains für Köln parken?');
  });

  test('nothing that matches means nothing', () => {
    expect(search('xylophone quartet')).toEqual([]);
  });

  test('whatever a visitor types, at most three entries of the list come back, each once', () => {
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
