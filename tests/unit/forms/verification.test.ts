import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createAltcha } from '../../../src/forms/altcha-verification.ts';
import { createCaptchaProvider } from '../../../src/forms/captcha-provider.ts';
import { openVerification } from '../../../src/forms/verification.ts';
import type { Verification } from '../../../src/mail/accept.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

const COST = 10;

const openAltcha = async () =>
  openVerification((secret) => createAltcha(secret, COST), { database: await openTestDatabase(), redis: null });

const requestChallenge = (captcha: Verification, address = '192.0.2.1'): Promise<Response> =>
  captcha.handleChallenge(new Request('http://site.test/api/captcha/challenge'), { address });

const encode = (challenge: unknown, solution: unknown): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

const _solve = async (captcha: Verification): Promise<string> => {
  const challenge = await (await requestChallenge(captcha)).json();
  return encode(challenge, await solveChallenge({ challenge, deriveKey }));
};

test('with a third-party provider the site issues no challenges', async () => {
  const settings = { provider: 'turnstile', siteKey: 'key', secret: 'secret', verifyUrl: null } as const;
  const store = { database: await openTestDatabase(), redis: null };
  const captcha = await openVerification(() => createCaptchaProvider(settings), store);

  expect((await requestChallenge(captcha)).status).toBe(404);
});

test('a client gets a limited number of challenges', async () => {
  const captcha = await openAltcha();
  const statuses = new Set<number>();
  for (let number = 0; number < 120; number += 1) statuses.add((await requestChallenge(captcha)).status);
  expect([...statuses]).toEqual([200]);

  const rejected = await requestChallenge(captcha);
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await requestChallenge(captcha, '192.0.2.2')).status).toBe(200);
});
