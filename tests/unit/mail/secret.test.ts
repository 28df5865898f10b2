import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createFormTokens } from '../../../src/mail/form-token.ts';
import { createKeyring, readSecret, storeSecret } from '../../../src/mail/secret.ts';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

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
  expect(keyring.all()).toHaveLength(2);
  vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 + 1);

  expect(keyring.all()).toHaveLength(1);
  expect(keyring.current()).toBe(shared);
});

test('the secret is stored when it is first read, and can be replaced', async () => {
  const dataDir = await temporaryDirectory();
  const own = await readSecret(dataDir);
  expect(await readSecret(dataDir)).toBe(own);
  const shared = newHex();
  await storeSecret(dataDir, shared);

  expect(await readSecret(dataDir)).toBe(shared);
});
