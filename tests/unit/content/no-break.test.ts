import { expect, test } from 'vitest';
import { joinUnits } from '../../../src/content/no-break.ts';

test.each([
  ['within 2 working days', 'within 2\u00a0working\u00a0days'],
  ['from 25 EUR or USD', 'from 25\u00a0EUR or USD'],
  ['10,000 domains and 0.5 GB', '10,000\u00a0domains and 0.5\u00a0GB'],
  ['in 2026 the feed changed', 'in 2026 the feed changed'],
])('joinUnits turns "%s" into "%s"', (text, joined) => {
  expect(joinUnits(text)).toBe(joined);
});
