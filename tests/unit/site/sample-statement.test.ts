import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pdf = readFileSync('public/documents/sample-payout-statement.pdf');

test('the sample statement has tags, a title and a language for screen readers', () => {
  const text = pdf.toString('latin1');

  expect(text).toMatch(/\/MarkInfo\s*<<[^>]*\/Marked true/);
  expect(text).toMatch(/\/Title\s*\(Sample payout statement\)/);
  expect(text).toMatch(/\/Lang\s*\(en\)/);
});

test('the links in the FAQ give the size of the sample statement to within 5 KB', () => {
  const answers = readFileSync('private/content/wp-json/wp/v2/faq.json', 'utf8');
  const sizes = [...answers.matchAll(/sample-payout-statement\.pdf\\">[^<]*\(PDF, (\d+) KB\)/g)].map(
    ([, size]) => size,
  );

  expect(sizes.length).toBeGreaterThan(0);
  for (const size of sizes) expect(pdf.length / 1024).toBeCloseTo(Number(size), -1);
});
