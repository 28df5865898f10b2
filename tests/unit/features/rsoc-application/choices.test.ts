import { expect, test } from 'vitest';
import { CHOICES } from '../../../../src/features/rsoc-application/choices.ts';

test('each country has a code and a name', () => {
  expect(CHOICES.country.length).toBeGreaterThan(240);
  expect(CHOICES.country.filter(({ value, label }) => !/^[A-Z]{2}$/.test(value) || label.length < 4)).toEqual([]);
});
