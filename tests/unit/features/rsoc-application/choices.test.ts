import { expect, test } from 'vitest';
import { COUNTRIES } from '../../../../src/features/rsoc-application/choices.ts';

test('each country has a code and a name', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(COUNTRIES.filter(({ value, label }) => !/^[A-Z]{2}$/.test(value) || label.length < 4)).toEqual([]);
});
