import { expect, test, vi } from 'vitest';
import { sendMail } from '../../../src/forms/send-mail.ts';
import type { MailSettings } from '../../../src/mail/service.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import { application, contact, createTestMail } from '../../support/smtp-letters.ts';

/** The mail endpoint on loopback. `fetch` resolves paths against its origin, as in a browser. */
const openEndpoint = async (changes: Partial<MailSettings> = {}): Promise<void> => {
  const mail = await createTestMail(changes);
  const origin = await serveFetch((request) => mail.handleSend(request, { address: '192.0.2.1' }));
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(new URL(path, origin), init));
};

test('an accepted message has a reference', async () => {
  await openEndpoint();

  expect(await sendMail(contact())).toEqual({ status: 'sent', reference: expect.stringMatching(/^P-/) });
});

test('a rejection has the message, the field errors and the Retry-After of the response', async () => {
  await openEndpoint({ limits: { calls: { points: 1, perS: 60 } } });

  expect(await sendMail(contact({ name: '' }))).toEqual({
    status: 'failed',
    statusMessage: 'Please fix the marked fields.',
    fields: { name: 'Please enter your name.' },
    rejectedLines: [],
    retryAfterS: null,
  });
  expect(await sendMail(contact())).toMatchObject({
    status: 'failed',
    statusMessage: 'Too many requests at once. Please wait a moment.',
    retryAfterS: expect.any(Number),
  });
});

test('a rejection contains the rejected lines of a domain list', async () => {
  await openEndpoint();

  expect(await sendMail(application({ domainList: 'one.com\nnonsense' }))).toMatchObject({
    rejectedLines: [{ line: 2, text: 'nonsense', reason: 'No extension such as .com.' }],
  });
});

test('a domain list that is longer than the limit for JSON is accepted', async () => {
  await openEndpoint();
  const domainList = Array.from({ length: 20_000 }, (_, index) => `name-${index}.com`).join('\n');

  expect(await sendMail(application({ domainList, subjects: ['travel', 'home'] }))).toMatchObject({ status: 'sent' });
});

test('a response that is not JSON is a failure', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));

  expect(await sendMail(contact())).toMatchObject({
    status: 'failed',
    statusMessage: 'We couldn’t send your message. Please try again.',
  });
});
