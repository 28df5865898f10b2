import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createAltcha } from '../../../src/forms/altcha-verification.ts';
import { createCaptchaProvider } from '../../../src/forms/captcha-provider.ts';
import { createVerification } from '../../../src/forms/verification.ts';
import { createKeyring } from '../../../src/mail/secret.ts';
import { createUsedProofs } from '../../../src/mail/used-proofs.ts';
import type { Verification } from '../../../src/mail/verification.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

const SECRET = 'a'.repeat(64);

const COST = 10;

const openStore = async () => ({
  keyring: createKeyring(SECRET),
  usedProofs: createUsedProofs(await openTestDatabase(), null),
});

const openAltcha = async () => {
  const store = await openStore();
  return createVerification(createAltcha(store.keyring, COST), store);
};

const encode = (challenge: unknown, solution: unknown): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

const solve = async (captcha: Verification): Promise<string> => {
  const challenge = await Response.json(await captcha.challenge()).json();
  return encode(challenge, await solveChallenge({ challenge, deriveKey }));
};

test('a solution is valid for the first message that is sent with it, and for retries of that message', async () => {
  const captcha = await openAltcha();
  const token = await solve(captcha);

  expect(await captcha.verify(token, 'message')).toBe('verified');
  expect(await captcha.verify(token, 'message')).toBe('verified');
  expect(await captcha.verify(token, 'other message')).toBe('invalid');
});

test('a challenge with a changed cost is invalid', async () => {
  const captcha = await openAltcha();
  const challenge = await Response.json(await captcha.challenge()).json();
  expect(challenge.parameters.cost).toBe(COST);
  const solution = await solveChallenge({ challenge, deriveKey });
  const cheaper = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };

  expect(await captcha.verify(encode(cheaper, solution), 'message')).toBe('invalid');
});

test('a token that contains no solution is invalid', async () => {
  const captcha = await openAltcha();

  expect([await captcha.verify('nonsense', 'message'), await captcha.verify('e30=', 'message')]).toEqual([
    'invalid',
    'invalid',
  ]);
});

test('with a third-party provider the site issues no challenges', async () => {
  const settings = { provider: 'turnstile', siteKey: 'key', secret: 'secret', verifyUrl: null } as const;
  const captcha = createVerification(createCaptchaProvider(settings), await openStore());

  expect(await captcha.challenge()).toBeNull();
});
