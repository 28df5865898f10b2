import { expect, test } from 'vitest';
import { application, contact, createTestMail, post } from '../../support/smtp-letters.ts';

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

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s is not allowed, and the response lists POST as allowed',
  async (method) => {
    const mail = await createTestMail();
    const response = await mail.handleSend(new Request('http://site.test/mail/send', { method }), caller);

    expect(response.headers.get('allow')).toBe('POST');
    await expectFailure(response, 405);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'a body of type "%s" is rejected',
  async (type) => {
    const mail = await createTestMail();
    const body = new Blob([JSON.stringify(contact())]);

    await expectFailure(await mail.handleSend(post(body, { 'content-type': type }), caller), 415);
  },
);

test.each(['', '{', '{"kind":"contact",}', '\u0000', `${'['.repeat(30_000)}`])(
  'malformed JSON is rejected (%#)',
  async (body) => {
    await expectFailure(await (await createTestMail()).handleSend(post(body), caller), 400);
  },
);

test('JSON that is not UTF-8 is rejected, and so is a form without a boundary', async () => {
  const mail = await createTestMail();
  const latin1 = new Blob([Uint8Array.from([0x22, 0xfc, 0x22])]);

  await expectFailure(await mail.handleSend(post(latin1, { 'content-type': 'application/json' }), caller), 400);
  await expectFailure(
    await mail.handleSend(post('x', { 'content-type': 'multipart/form-data; boundary=b' }), caller),
    400,
  );
  await expectFailure(await mail.handleSend(post('x', { 'content-type': 'multipart/form-data' }), caller), 400);
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

test('a form of more than 200 parts is rejected, however small they are', async () => {
  const mail = await createTestMail();
  const form = new FormData();
  for (let at = 0; at < 201; at += 1) form.append(`field-${at}`, '');

  await expectFailure(await mail.handleSend(post(form), caller), 400);
});

test('a form with a file of 20,000 domains is accepted', async () => {
  const mail = await createTestMail();
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...application(), domainList: '' })) form.set(name, String(value));
  form.set(
    'domainFile',
    new File([Array.from({ length: 20_000 }, (_, index) => `name-${index}.com`).join('\n')], 'list.txt'),
  );

  expect((await mail.handleSend(post(form), caller)).status).toBe(200);
});

test('a client over the rate limit gets Retry-After', async () => {
  const mail = await createTestMail({ limits: { calls: { points: 1, perS: 60 } } });
  await mail.handleSend(json(contact()), caller);

  const response = await mail.handleSend(json(contact()), caller);

  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectFailure(response, 429);
});

test('each captcha challenge is new and may not be cached', async () => {
  const mail = await createTestMail();
  const requestChallenge = () => mail.handleChallenge(new Request('http://site.test/api/captcha/challenge'), caller);
  const [first, second] = await Promise.all([requestChallenge(), requestChallenge()]);

  expect(first?.headers.get('cache-control')).toBe('no-store');
  expect(await first?.json()).not.toEqual(await second?.json());
  await expectFailure(await mail.handleChallenge(post('{}'), caller), 405);
});

test('HEAD is allowed for the captcha challenge', async () => {
  const mail = await createTestMail();
  const request = new Request('http://site.test/api/captcha/challenge', { method: 'HEAD' });

  expect((await mail.handleChallenge(request, caller)).status).toBe(200);
  expect((await mail.handleChallenge(post('{}'), caller)).headers.get('allow')).toBe('GET, HEAD');
});
