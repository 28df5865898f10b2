import { expect, test } from 'vitest';
import { joinUnits } from '../../../src/content/no-break.ts';
import { toPlainText, toSafeHtml } from '../../../src/content/safe-html.ts';

test.each([
  ['within 2 working days', 'within 2\u00a0working\u00a0days'],
  ['one working day', 'one\u00a0working\u00a0day'],
  ['from 25 EUR or USD', 'from 25\u00a0EUR or USD'],
  ['10,000 domains and 0.5 GB', '10,000\u00a0domains and 0.5\u00a0GB'],
  ['in 2026 the feed changed', 'in 2026 the feed changed'],
])('joinUnits turns "%s" into "%s"', (text, joined) => {
  expect(joinUnits(text)).toBe(joined);
});

test('HTML gets no-break spaces, plain text does not', () => {
  expect(toSafeHtml('<p>24 hours</p>')).toBe('<p>24&nbsp;hours</p>');
  expect(toPlainText('<p>24 hours</p>')).toBe('24 hours');
});
