import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { ExternalCaptchaSettings } from '../../src/mail/captcha-provider.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';

let cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  cleanUps = [];
});

type Asked = { readonly headers: IncomingMessage['headers']; readonly body: string };

/** A provider on loopback that records its requests. */
const startProvider = async (answer: (response: ServerResponse, asked: Asked) => void) => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const question = { headers: request.headers, body: await text(request) };
    asked.push(question);
    answer(response, question);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/verify`, asked };
};

const withProvider = (provider: ExternalCaptchaSettings['provider'], verifyUrl: string) =>
  createTestMail({ captcha: { provider, siteKey: 'the-key', secret: 'the-secret', verifyUrl } });

const say =
  (body: unknown, statusCode = 200) =>
  (response: ServerResponse) => {
    response
      .writeHead(statusCode, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test.each(['turnstile', 'hcaptcha', 'friendlycaptcha'] as const)(
  '%s gets the token, and nothing about the visitor',
  async (provider) => {
    const { url, asked } = await startProvider(say({ success: true }));
    const mail = await withProvider(provider, url);

    expect(await mail.accept(contact({ captcha: 'the-token' }), visitor())).toMatchObject({ status: 'accepted' });

    const [question] = asked;
    expect(`${question?.body} ${question?.headers['x-api-key']}`).toMatch(
      /(?=.*the-token)(?=.*the-secret)(?=.*the-key)/,
    );
    expect(question?.body).not.toMatch(/192\.0\.2|Ada|example\.org/);
  },
);

test.each([
  { success: false, 'error-codes': ['invalid-input-response'] },
  { success: false, 'error-codes': ['timeout-or-duplicate'] },
  { success: false, error: { error_code: 'response_invalid' } },
])('a token that the provider rejects is invalid (%j)', async (answer) => {
  const { url } = await startProvider(say(answer));
  const mail = await withProvider('turnstile', url);

  expect(await mail.accept(contact({ captcha: 'x' }), visitor())).toMatchObject({
    status: 'invalid',
    fields: { captcha: expect.any(String) },
  });
});

test.each([
  ['responds with an error', say('oops', 500)],
  ['responds with something else', say('<html>', 200)],
  ['rejects our secret', say({ success: false, 'error-codes': ['invalid-input-secret'] }, 200)],
  ['rejects our site key', say({ success: false, error: { error_code: 'auth_invalid' } }, 401)],
  ['closes the connection', (response: ServerResponse) => response.destroy()],
  ['does not respond', () => undefined],
] as const)('a message is accepted as unverified when the provider %s', async (_title, answer) => {
  const { url } = await startProvider(answer);
  const mail = await withProvider('turnstile', url);
  cleanUps.push(() => mail.stop(500));
  const startedAt = performance.now();

  expect(await mail.accept(contact({ captcha: 'x' }), visitor())).toMatchObject({ status: 'accepted' });

  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(mail.metrics()).toMatchObject({ accepted: 1 });
});

test('a token that a provider would accept twice is valid for one message and its repeats', async () => {
  const { url, asked } = await startProvider(say({ success: true }));
  const mail = await withProvider('friendlycaptcha', url);
  const send = (name: string) => mail.accept(contact({ captcha: 'the-token', name }), visitor());

  const acceptances = await Promise.all(Array.from({ length: 20 }, (_, number) => send(`Visitor ${number}`)));
  expect(acceptances.filter(({ status }) => status === 'accepted')).toHaveLength(1);
  expect(acceptances.filter(({ status }) => status === 'invalid')).toHaveLength(19);

  const questions = asked.length;
  expect(await send('Late Comer')).toMatchObject({ status: 'invalid' });
  expect(asked).toHaveLength(questions);
});

test('a retry of a message that could not be stored is not verified a second time', async () => {
  const answers = [{ success: true }, { success: false, 'error-codes': ['timeout-or-duplicate'] }];
  const { url } = await startProvider((response) => say(answers.shift())(response));
  const mail = await withProvider('turnstile', url);
  const blocker = path.join(mail.dataDir, 'outbox');
  await writeFile(blocker, 'a file where the directory should be');
  const send = () => mail.accept(contact({ captcha: 'the-token' }), visitor());
  expect(await send()).toMatchObject({ statusCode: 503 });
  await rm(blocker);

  expect(await send()).toMatchObject({ status: 'accepted' });
});

test('while a provider is down the limit of unverified messages applies', async () => {
  const { url } = await startProvider(say('', 503));
  const mail = await createTestMail({
    captcha: { provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: url },
    limits: { unverifiedAddress: { points: 2, perS: 600 } },
  });
  const send = (name: string) => mail.accept(contact({ captcha: 'x', name }), visitor());

  expect(await send('First')).toMatchObject({ status: 'accepted' });
  expect(await send('Second')).toMatchObject({ status: 'rejected', statusCode: 429 });
});

test('with a provider there is no self-hosted challenge', async () => {
  const mail = await withProvider('turnstile', 'http://127.0.0.1:1/');

  const response = await mail.handleChallenge(new Request('http://site.test/api/captcha/challenge'), {
    address: '192.0.2.1',
  });
  expect(response.status).toBe(404);
});
