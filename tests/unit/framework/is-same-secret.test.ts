import { expect, test } from 'vitest';
import { isSameSecret } from '../../../src/framework/is-same-secret.ts';

test('a secret equals itself only', () => {
  expect(isSameSecret('a secret', 'a secret')).toBe(true);
  expect(isSameSecret('a secret', 'A secret')).toBe(false);
  expect(isSameSecret('sécret', 'se\u0301cret')).toBe(false);
});

test('secrets of different lengths are compared without an error', () => {
  for (const actual of ['', 'a', 'a secret ', 'a secret'.repeat(1_000)]) {
    expect(isSameSecret('a secret', actual), actual.slice(0, 20)).toBe(false);
  }
});
