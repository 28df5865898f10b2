import { expect, test } from 'vitest';
import { createCaptchaProvider } from '../../../src/forms/captcha-provider.ts';
import { openVerification } from '../../../src/forms/verification.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';

test('with a third-party provider the site issues no challenges', async () => {
  const settings = { provider: 'turnstile', siteKey: 'key', secret: 'secret', verifyUrl: null } as const;
  const store = { database: await openTestDatabase(), redis: null };
  const captcha = await openVerification(() => createCaptchaProvider(settings), store);

  const response = await captcha.handleChallenge(new Request('http://site.test/api/captcha/challenge'));
  expect(response.status).toBe(404);
});
