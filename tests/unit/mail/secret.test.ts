import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createFormTokens } from '../../../src/forms/form-token.ts';
import { createKeyring, readSecret, storeSecret } from '../../../src/mail/secret.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

afterEach(() => vi.useRealTimers());

const newHex = (): string => randomBytes(32).toString('hex');

test('a keyring that adopts a secret signs with that secret, and still accepts tokens of the former one', () => {
  const [own, shared] = [newHex(), newHex()];
  const keyring = createKeyring(own);
  const here = createFormTokens(keyring);
  const there = createFormTokens(createKeyring(shared));
  const before = here.issue();
  keyring.adopt(shared);

  expect([before, there.issue()].map((token) => here.ageMs(token))).toEqual([expect.any(Number), expect.any(Number)]);
  expect(there.ageMs(here.issue())).toEqual(expect.any(Number));
  expect(there.ageMs(before)).toBeNull();
});

test('a former secret is removed when all of its signatures have expired', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const [own, shared] = [newHex(), newHex()];
  const keyring = createKeyring(own);
  keyring.adopt(shared);
  expect(keyring.keysFor('purpose')).toHaveLength(2);
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 + 1);

  expect(keyring.keysFor('purpose')).toEqual([keyring.keyFor('purpose')]);
  expect(keyring.secret()).toBe(shared);
});

test('the secret is stored when it is first read, and can be replaced', async () => {
  const database = await openTestDatabase();
  const own = await readSecret(database);
  expect(await readSecret(database)).toBe(own);
  const shared = newHex();
  await storeSecret(database, shared);

  expect(await readSecret(database)).toBe(shared);
});
