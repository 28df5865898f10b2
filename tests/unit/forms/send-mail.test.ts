import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, test, vi } from 'vitest';
import type { MailPayload } from '../../../src/forms/message.ts';
import { MailError, sendMail } from '../../../src/forms/send-mail.ts';
import type { MailSettings } from '../../../src/mail/service.ts';
import { application, contact, createTestMail } from '../../support/smtp-letters.ts';

let server: Server | null = null;

afterEach(() => {
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
});

/** The site on loopback; a browser would resolve the path by itself. */
const openSite = async (changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail(changes);
  const answer = getRequestListener((request) => mail.handleSend(request, { address: '192.0.2.1' }), {
    overrideGlobalObjects: false,
  });
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const throughTheSocket = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => throughTheSocket(new URL(path, origin), init));
  return mail;
};

const failure = async (payload: MailPayload): Promise<MailError> => {
  try {
    await sendMail(payload);
  } catch (error) {
    if (error instanceof MailError) return error;
  }
  throw new Error('no MailError was raised');
};

test('an accepted message has an id and a reference', async () => {
  await openSite();

  expect(await sendMail(contact())).toEqual({ id: expect.any(String), reference: expect.stringMatching(/^P-/) });
});

test('a rejection is an error with the statusMessage of the server', async () => {
  await openSite({ limits: { calls: { points: 1, perS: 60 } } });

  const invalid = await failure(contact({ name: '' }));
  expect(invalid).toMatchObject({ statusCode: 422, fields: { name: 'Please enter your name.' } });
  expect(invalid.message).toBe('Please correct the marked fields.');
  expect(await failure(contact())).toMatchObject({
    statusCode: 429,
    message: 'Too many requests at once. Please wait a moment.',
    retryAfterS: expect.any(Number),
  });
});

test('the error contains the rejected lines of a domain list', async () => {
  await openSite();

  expect(await failure(application({ domainList: 'one.com\nnonsense' }))).toMatchObject({
    rejectedLines: [{ line: 2, text: 'nonsense', reason: 'There is no ending such as .com.' }],
  });
});

test('a long domain list is sent as multipart, for which the limit is higher', async () => {
  await openSite();
  const domainList = Array.from({ length: 20_000 }, (_, index) => `name-${index}.com`).join('\n');

  expect(await sendMail(application({ domainList, subjects: ['travel', 'home'] }))).toMatchObject({
    id: expect.any(String),
  });
});

test('an unreachable server is an error that can be shown to the visitor', async () => {
  await openSite();
  server?.closeAllConnections();
  server?.close();

  expect(await failure(contact())).toMatchObject({
    statusCode: 0,
    statusMessage: expect.stringMatching(/could not be reached/),
  });
});

test('a response that is not JSON is an error with its status', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));

  expect(await failure(contact())).toMatchObject({
    statusCode: 502,
    message: 'The message could not be sent. Please try again.',
  });
});
