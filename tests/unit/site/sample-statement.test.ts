import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pdf = readFileSync('public/documents/sample-payout-statement.pdf');

test('the sample statement has tags, a title and a language for screen readers', () => {
  const text = pdf.toString('latin1');

  expect(text).toMatch(/\/MarkInfo\s*<<[^>]*\/Marked true/);
  expect(text).toMatch(/\/Title\s*\(Sample payout statement\)/);
  expect(text).toMatch(/\/Lang\s*\(en\)/);
});
