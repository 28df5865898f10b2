import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type CaptchaProviderSettings, createCaptchaProvider } from '../../src/forms/captcha-provider.ts';
import { openVerification } from '../../src/forms/verification.ts';
import { databaseFileIn, type MailSettings } from '../../src/mail/service.ts';
import { serveListener } from '../support/serve-listener.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';

type Verification = { readonly headers: IncomingMessage['headers']; readonly body: string };

/** A fake provider on loopback that records the verification requests. */
const startProvider = async (respond: (response: ServerResponse) => void) => {
  const requests: Verification[] = [];
  const origin = await serveListener(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    respond(response);
  });
  return { url: `${origin}/verify`, requests };
};

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
  (response: ServerResponse) => {
    response
      .writeHead(statusCode, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test.each(['turnstile', 'hcaptcha', 'friendlycaptcha'] as const)(
  '%s receives the token, and no data of the visitor',
  async (provider) => {
    const { url, requests } = await startProvider(respondWith({ success: true }));
    const mail = await createMailWithProvider(provider, url);

    expect(await mail.accept(contact({ captcha: 'the-token' }), visitor())).toMatchObject({ status: 'accepted' });

    const [request] = requests;
    expect(`${request?.body} ${request?.headers['x-api-key']}`).toMatch(/(?=.*the-token)(?=.*the-secret)(?=.*the-key)/);
    expect(request?.body).not.toMatch(/192\.0\.2|Ada|example\.org/);
  },
);

// tests/unit/forms/captcha-provider.test.ts lists the responses of providers.
test('a message is accepted when the provider does not respond', async () => {
  const { url } = await startProvider(() => undefined);
  const mail = await createMailWithProvider('turnstile', url);
  onTestFinished(() => mail.stop(500));

  // Without a time limit for the provider, the test would time out.
  expect(await mail.accept(contact({ captcha: 'x' }), visitor())).toMatchObject({ status: 'accepted' });
  expect(await mail.events()).toMatchObject({ accepted: 1 });
});

test('a token is accepted for one message only, even if the provider would accept it twice', async () => {
  const { url, requests } = await startProvider(respondWith({ success: true }));
  const mail = await createMailWithProvider('friendlycaptcha', url);
  const send = (name: string) => mail.accept(contact({ captcha: 'the-token', name }), visitor());

  const acceptances = await Promise.all(Array.from({ length: 20 }, (_, number) => send(`Visitor ${number}`)));
  expect(acceptances.filter(({ status }) => status === 'accepted')).toHaveLength(1);
  expect(acceptances.filter(({ status }) => status === 'invalid')).toHaveLength(19);

  const verifications = requests.length;
  expect(await send('Late Comer')).toMatchObject({ status: 'invalid' });
  expect(requests).toHaveLength(verifications);
});

test('a retry of a message that could not be stored is not verified again', async () => {
  const results = [{ success: true }, { success: false, 'error-codes': ['timeout-or-duplicate'] }];
  const { url } = await startProvider((response) => respondWith(results.shift())(response));
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
  const { url } = await startProvider(respondWith('', 503));
  const limits = { unverifiedAddress: { points: 2, perS: 600 } };
  const mail = await createMailWithProvider('hcaptcha', url, { limits });
  const send = (name: string) => mail.accept(contact({ captcha: 'x', name }), visitor());

  expect(await send('First')).toMatchObject({ status: 'accepted' });
  expect(await send('Second')).toMatchObject({ status: 'rejected', statusCode: 429 });
});
