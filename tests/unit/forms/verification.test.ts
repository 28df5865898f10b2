import { expect, test } from 'vitest';
import { createAltcha } from '../../../src/forms/altcha-verification.ts';
import { createCaptchaProvider } from '../../../src/forms/captcha-provider.ts';
import { openVerification } from '../../../src/forms/verification.ts';
import type { Verification } from '../../../src/mail/accept.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

const openAltcha = async () =>
  openVerification((secret) => createAltcha(secret, 10), { database: await openTestDatabase(), redis: null });

const requestChallenge = (captcha: Verification, address = '192.0.2.1'): Promise<Response> =>
  captcha.handleChallenge(new Request('http://site.test/api/captcha/challenge'), { address });

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
