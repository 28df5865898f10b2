import { expect, test } from 'vitest';
import { createFormTokens, openFormSecret } from '../../../src/forms/form-signatures.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const tokens = createFormTokens({ keyFor: (purpose) => `a ${purpose}` });

test('the secret is the same after a restart, and each purpose has its own key', async () => {
  const database = await openTestDatabase();
  const first = await openFormSecret({ database, redis: null });
  const second = await openFormSecret({ database, redis: null });

  expect(second.keyFor('a')).toBe(first.keyFor('a'));
  expect(first.keyFor('b')).not.toBe(first.keyFor('a'));
});

test('a token tells the age of its form for a day', () => {
  const token = tokens.issue(NOW);

  expect(tokens.ageMs(token, NOW + 2_500)).toBe(2_500);
  expect(tokens.ageMs(token, NOW + DAY_MS)).toBe(DAY_MS);
  expect(tokens.ageMs(token, NOW + DAY_MS + 1)).toBeNull();
});

test('a token from the future, a forged token and a missing one have no age', () => {
  const token = tokens.issue(NOW);
  const other = createFormTokens({ keyFor: (purpose) => `b ${purpose}` }).issue(NOW);

  expect(tokens.ageMs(token, NOW - 1)).toBeNull();
  expect([other, `${token}x`, 'nonsense', undefined].map((value) => tokens.ageMs(value, NOW))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
