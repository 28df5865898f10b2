import { expect, test } from 'vitest';
import { contact, createTestMail, post } from '../../support/smtp-letters.ts';

const caller = { address: '192.0.2.1' };
const json = (value: unknown) => post(JSON.stringify(value));

const expectFailure = async (response: Response, statusCode: number) => {
  expect(response.status).toBe(statusCode);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = await response.json();
  expect(body).toMatchObject({ statusCode, statusMessage: expect.stringMatching(/^[A-Z].*\.$/) });
  return body;
};

test('the response contains the id of the message, and unknown fields are ignored', async () => {
  const mail = await createTestMail();
  const submissionId = '0f8fad5b-d9cb-469f-a165-70867728950e';

  const response = await mail.handleSend(json(contact({ submissionId, something: 'unknown' })), caller);

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    ok: true,
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    reference: expect.any(String),
  });
});

test('only POST is allowed', async () => {
  const mail = await createTestMail();

  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const response = await mail.handleSend(new Request('http://site.test/mail/send', { method }), caller);
    expect(response.headers.get('allow')).toBe('POST');
    await expectFailure(response, 405);
  }
});

test('a body that is neither JSON nor a form is rejected', async () => {
  const mail = await createTestMail();
  const send = (body: BodyInit, type: string) => mail.handleSend(post(body, { 'content-type': type }), caller);
  const valid = new Blob([JSON.stringify(contact())]);

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
    await expectFailure(await send(valid, type), 415);
  for (const body of [
    '',
    '{"kind":"contact",}',
    '\u0000',
    '['.repeat(30_000),
    new Blob([Uint8Array.of(0x22, 0xfc, 0x22)]),
  ])
    await expectFailure(await send(body, 'application/json'), 400);
  for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data'])
    await expectFailure(await send('x', type), 400);
});

test('the response to an invalid message contains an error for each invalid field', async () => {
  const mail = await createTestMail();
  const body = await expectFailure(await mail.handleSend(json({ kind: 'contact', name: 'Ada' }), caller), 422);

  expect(body.fields).toEqual({
    email: 'Please enter your email address.',
    topic: 'Please choose a topic.',
    message: 'Please write your message.',
  });
  await expectFailure(await mail.handleSend(json({ kind: 'newsletter' }), caller), 422);
  await expectFailure(await mail.handleSend(json([]), caller), 422);
});

test('JSON of more than 64 KB and forms of more than 1.2 MB are rejected; then at most 8 MB of the rest are read', async () => {
  const mail = await createTestMail();
  let bytes = 0;
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => {
      bytes += 16_384;
      controller.enqueue(new Uint8Array(16_384));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const request = new Request('http://site.test/mail/send', {
    method: 'POST',
    body: endless,
    headers: { 'content-type': 'application/json' },
    // @ts-expect-error: undici requires this option, which the types of the DOM lack.
    duplex: 'half',
  });

  await expectFailure(await mail.handleSend(request, caller), 413);
  await expect.poll(() => isCancelled).toBe(true);
  expect(bytes).toBeLessThan(9 * 1024 * 1024);
  await expectFailure(await mail.handleSend(json(contact({ message: 'x'.repeat(70_000) })), caller), 413);
  const form = new FormData();
  form.set('domainFile', new Blob([new Uint8Array(1_300_000)]));
  await expectFailure(await mail.handleSend(post(form), caller), 413);
});

test('each captcha challenge is new, may not be cached, and can only be read', async () => {
  const mail = await createTestMail();
  const request = (method = 'GET') =>
    mail.handleChallenge(new Request('http://site.test/api/captcha/challenge', { method }));
  const [first, second] = await Promise.all([request(), request()]);

  expect(first?.headers.get('cache-control')).toBe('no-store');
  expect(await first?.json()).not.toEqual(await second?.json());
  expect((await request('HEAD')).status).toBe(200);
  const rejected = await request('POST');
  expect(rejected.headers.get('allow')).toBe('GET, HEAD');
  await expectFailure(rejected, 405);
});
