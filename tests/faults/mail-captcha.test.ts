import type { ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type CaptchaProviderSettings, createCaptchaProvider } from '../../src/forms/captcha-provider.ts';
import { openVerification } from '../../src/forms/verification.ts';
import { databaseFileIn, type MailSettings } from '../../src/mail/service.ts';
import { serveListener } from '../support/serve-listener.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';

const createMailWithProvider = (
  provider: CaptchaProviderSettings['provider'],
  verifyUrl: string,
  changes: Partial<MailSettings> = {},
) => {
  const captcha = createCaptchaProvider({ provider, siteKey: 'the-key', secret: 'the-secret', verifyUrl });
  return createTestMail({ verification: (store) => openVerification(() => captcha, store), ...changes });
};

const respondWith =
  (body: unknown, statusCode = 200) =>
  (_request: unknown, response: ServerResponse) => {
    response
      .writeHead(statusCode, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

// tests/unit/forms/captcha-provider.test.ts lists the responses of providers.
test('a message is accepted when the provider does not respond', async () => {
  const url = await serveListener(() => undefined);
  const mail = await createMailWithProvider('turnstile', url);
  onTestFinished(() => mail.stop(500));

  // Without a time limit for the provider, the test would time out.
  expect(await mail.accept(contact({ captcha: 'x' }), visitor())).toMatchObject({ status: 'accepted' });
  expect(await mail.events()).toMatchObject({ accepted: 1 });
});

test('a retry of a message that could not be stored is not verified again', async () => {
  const results = [{ success: true }, { success: false, 'error-codes': ['timeout-or-duplicate'] }];
  const url = await serveListener((request, response) => respondWith(results.shift())(request, response));
  const mail = await createMailWithProvider('turnstile', url);
  await mail.health();
  const database = new DatabaseSync(databaseFileIn(mail.dataDir));
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON messages BEGIN SELECT raise(ABORT, 'refused'); END`);
  const send = () => mail.accept(contact({ captcha: 'the-token' }), visitor());
  expect(await send()).toMatchObject({ statusCode: 503 });
  database.exec('DROP TRIGGER refuse');
  database.close();

  expect(await send()).toMatchObject({ status: 'accepted' });
});

test('while a provider is down the limit of unverified messages applies', async () => {
  const url = await serveListener(respondWith('', 503));
  const limits = { unverifiedAddress: { points: 2, perS: 600 } };
  const mail = await createMailWithProvider('hcaptcha', url, { limits });
  const send = (name: string) => mail.accept(contact({ captcha: 'x', name }), visitor());

  expect(await send('First')).toMatchObject({ status: 'accepted' });
  expect(await send('Second')).toMatchObject({ status: 'rejected', statusCode: 429 });
});
