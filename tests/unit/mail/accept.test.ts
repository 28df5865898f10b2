import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test, vi } from 'vitest';
import { type Acceptance, referenceOf } from '../../../src/mail/accept.ts';
import { databaseFileIn } from '../../../src/mail/service.ts';
import {
  abuseReport,
  blockDatabase,
  contact,
  createTestMail,
  listIds,
  listMessages,
  removeMessage,
  type TestMail,
  visitor,
} from '../../support/smtp-letters.ts';

// Clients find the solution at the first attempt instead of after a second of work.
vi.mock('altcha-lib', async (importOriginal) => ({ ...(await importOriginal<object>()), randomInt: () => 1 }));

/** Requests and solves a challenge as a browser does. */
const solve = async (mail: TestMail): Promise<string> => {
  const response = await mail.handleChallenge(new Request('http://site.test/api/captcha/challenge'));
  const challenge = await response.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

/** The ids of the messages in the outbox. */
const listStored = ({ dataDir }: TestMail): Promise<string[]> => listIds(dataDir, 'pending');

/** Sends a contact message, by default of the same visitor. */
const send = (mail: TestMail, changes: Parameters<typeof contact>[0] = {}, address?: string): Promise<Acceptance> =>
  mail.accept(contact(changes), visitor(address === undefined ? {} : { address }));

const idOf = (acceptance: Acceptance): string => (acceptance.status === 'accepted' ? acceptance.id : acceptance.status);

test('double clicks, reloads and retries are one message with one reference', async () => {
  const mail = await createTestMail();
  const submissionId = randomUUID();

  const [first, second] = await Promise.all([1, 2].map(() => send(mail, { submissionId })));
  const third = await send(mail, { submissionId: submissionId.toUpperCase() });

  expect(first).toEqual({
    status: 'accepted',
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    reference: expect.stringMatching(/^P-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
  });
  expect([second, third]).toEqual([first, first]);
  expect(await listStored(mail)).toHaveLength(1);
});

test('the native and the hydrated form of one page send one message', async () => {
  const mail = await createTestMail();
  const formToken = await mail.issueFormToken();
  const captcha = await solve(mail);

  const hydrated = await send(mail, { formToken, captcha });
  const native = await send(mail, { formToken });

  expect(native).toEqual(hydrated);
  expect(await listStored(mail)).toHaveLength(1);
});

test('the same text from a form that was loaded later is another message', async () => {
  const mail = await createTestMail();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  const first = await mail.issueFormToken();
  vi.advanceTimersByTime(1_000);
  const second = await mail.issueFormToken();
  vi.useRealTimers();

  for (const formToken of [first, second]) await send(mail, { formToken });

  expect(await listStored(mail)).toHaveLength(2);
});

test('a different message under a known submission id is stored, because visitors may share a cached page', async () => {
  const mail = await createTestMail();
  const submissionId = randomUUID();

  const first = await send(mail, { submissionId });
  const second = await send(mail, { submissionId, name: 'Bo Other' });

  expect(second).toMatchObject({ status: 'accepted' });
  expect(second).not.toEqual(first);
  expect(await send(mail, { submissionId, name: 'Bo Other' })).toEqual(second);
  expect(await listStored(mail)).toHaveLength(2);
});

test('two services that share a directory both store their message under the same submission id', async () => {
  const here = await createTestMail();
  const there = await createTestMail({ dataDir: here.dataDir });

  for (let round = 0; round < 20; round += 1) {
    const submissionId = randomUUID();
    const [first, second] = await Promise.all([
      send(here, { submissionId }),
      send(there, { submissionId, name: 'Bo Other' }),
    ]);
    expect(second).toMatchObject({ status: 'accepted' });
    expect(second).not.toEqual(first);
  }

  expect(await listStored(here)).toHaveLength(40);
});

test('a captcha solution is valid for one message and its repeats', async () => {
  const mail = await createTestMail();
  const captcha = await solve(mail);
  const submissionId = randomUUID();

  const first = await send(mail, { submissionId, captcha });
  expect(first).toMatchObject({ status: 'accepted' });
  expect(await send(mail, { submissionId, captcha })).toEqual(first);
  expect(await send(mail, { captcha, name: 'Somebody Else' })).toEqual({
    status: 'invalid',
    fields: { captcha: 'The captcha has expired or failed. Please try it again; everything you wrote is still here.' },
  });
});

test('a solution that comes with fifty concurrent messages is valid for one of them', async () => {
  const mail = await createTestMail();
  const captcha = await solve(mail);
  const submissionId = randomUUID();

  const acceptances = await Promise.all(
    Array.from({ length: 50 }, (_, number) => send(mail, { submissionId, captcha, name: `Visitor ${number}` })),
  );

  expect(acceptances.filter(({ status }) => status === 'accepted')).toHaveLength(1);
  expect(acceptances.filter(({ status }) => status === 'invalid')).toHaveLength(49);
  expect(await listStored(mail)).toHaveLength(1);
});

test('after a restart a challenge can still be solved, and a solution that was used is not valid for another message', async () => {
  const before = await createTestMail();
  const [used, unused] = [await solve(before), await solve(before)];
  expect(await send(before, { captcha: used })).toMatchObject({ status: 'accepted' });
  const after = await createTestMail({ dataDir: before.dataDir });

  expect(await send(after, { captcha: used, name: 'Somebody Else' })).toMatchObject({
    status: 'invalid',
    fields: { captcha: expect.any(String) },
  });
  expect(await send(after, { captcha: unused })).toMatchObject({ status: 'accepted' });
});

test('the solution of a message that could not be stored is valid for this message only', async () => {
  const mail = await createTestMail();
  const captcha = await solve(mail);
  const database = new DatabaseSync(databaseFileIn(mail.dataDir));
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON messages BEGIN SELECT raise(ABORT, 'refused'); END`);
  expect(await send(mail, { captcha })).toMatchObject({ statusCode: 503 });
  database.exec('DROP TRIGGER refuse');
  database.close();

  expect(await send(mail, { captcha, name: 'Somebody Else' })).toMatchObject({
    status: 'invalid',
  });
  expect(await send(mail, { captcha })).toMatchObject({ status: 'accepted' });
});

test('a solution is invalid if it is malformed, or if its challenge was issued by another site, was altered or has expired', async () => {
  const mail = await createTestMail();
  const other = await solve(await createTestMail());
  const own = await solve(mail);
  const altered = Buffer.from(
    Buffer.from(own, 'base64')
      .toString()
      .replace(/"expiresAt":(\d)/, '"expiresAt":9$1'),
  ).toString('base64');

  for (const captcha of [
    'nonsense',
    'e30=',
    Buffer.from('{"challenge":{"parameters":{}}}').toString('base64'),
    other,
    altered,
  ])
    expect(await send(mail, { captcha }), captcha).toMatchObject({ status: 'invalid' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  expect(await send(mail, { captcha: own })).toMatchObject({ status: 'invalid' });
});

test('a message with a filled honeypot gets the response of an accepted one, but is not stored in the outbox', async () => {
  const mail = await createTestMail();

  expect(await send(mail, { referralCode: 'spam' })).toMatchObject({
    status: 'accepted',
    reference: expect.any(String),
  });
  expect(await listStored(mail)).toEqual([]);
  expect(await mail.events()).toMatchObject({ quarantined: 1, accepted: 0 });
});

test('with a captcha solution a filled honeypot is ignored, because autofill may have filled it in', async () => {
  const mail = await createTestMail();

  await send(mail, { referralCode: 'Ada', captcha: await solve(mail) });

  expect(await listStored(mail)).toHaveLength(1);
});

test('without a captcha solution a form that was filled in within three seconds is rejected', async () => {
  const mail = await createTestMail();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const formToken = await mail.issueFormToken();

  expect(await send(mail, { formToken })).toEqual({
    status: 'rejected',
    statusCode: 429,
    statusMessage: 'That was very quick. Please wait a moment and send it again.',
    retryAfter: 3,
  });
  vi.setSystemTime(now + 3_000);
  expect(await send(mail, { formToken })).toMatchObject({ status: 'accepted' });
});

test('the limit of messages without a captcha solution applies per IPv6 /56, but not to verified messages', async () => {
  const limits = { address: { points: 5, perS: 600 }, unverifiedAddress: { points: 2, perS: 600 } };
  const mail = await createTestMail({ limits });

  expect(await send(mail, { name: 'First' }, '2001:db8::1')).toMatchObject({ status: 'accepted' });
  expect(await send(mail, { name: 'Second' }, '2001:db8::2')).toMatchObject({
    status: 'rejected',
    statusCode: 429,
    retryAfter: expect.any(Number),
  });
  expect(await send(mail, { name: 'Third' }, '2001:db8:0:100::1')).toMatchObject({ status: 'accepted' });
  expect(await send(mail, { name: 'Verified', captcha: await solve(mail) }, '2001:db8::3')).toMatchObject({
    status: 'accepted',
  });
});

test('when all clients together have reached their limit, only repeats are accepted', async () => {
  const mail = await createTestMail({ limits: { total: { points: 1, perS: 600 } } });
  const first = await send(mail);

  expect(await send(mail, { name: 'Late Comer' }, '198.51.100.9')).toMatchObject({
    statusCode: 429,
    statusMessage: 'Too many messages at once. Please try again in 10 minutes.',
  });
  expect(await send(mail)).toEqual(first);
});

test('messages with an invalid captcha token consume no shared points', async () => {
  const mail = await createTestMail({ limits: { total: { points: 1, perS: 600 } } });
  for (let client = 1; client < 5; client += 1)
    expect(await send(mail, { captcha: 'nonsense' }, `198.51.100.${client}`)).toMatchObject({ status: 'invalid' });

  expect(await send(mail, { captcha: await solve(mail) })).toMatchObject({ status: 'accepted' });
});

test('verified messages are accepted after messages without a captcha solution have reached their own limit', async () => {
  const limits = { unverifiedTotal: { points: 2, perS: 600 }, total: { points: 2, perS: 600 } };
  const mail = await createTestMail({ limits });
  const flood = [];
  for (let client = 0; client < 5; client += 1)
    flood.push(await send(mail, { name: `Visitor ${client}` }, `198.51.100.${client}`));

  expect(flood.map(({ status }) => status)).toEqual(['accepted', 'rejected', 'rejected', 'rejected', 'rejected']);
  expect(await send(mail, { captcha: await solve(mail) })).toMatchObject({ status: 'accepted' });
});

/** Sends `count` messages from every address and returns how many were accepted. */
const countAccepted = async (mail: TestMail, addresses: readonly string[], count: number): Promise<number> => {
  let accepted = 0;
  for (const address of addresses) {
    for (let number = 0; number < count; number += 1) {
      const acceptance = await send(mail, { name: randomUUID() }, address);
      if (acceptance.status === 'accepted') accepted += 1;
    }
  }
  return accepted;
};

test('the networks of one IPv6 /56 cannot consume all shared points', async () => {
  const mail = await createTestMail({ limits: {} });
  const networks = Array.from({ length: 13 }, (_, index) => `2001:db8:1:1${index.toString(16).padStart(2, '0')}::1`);

  expect(await countAccepted(mail, networks, 12)).toBe(10);
  expect(await countAccepted(mail, ['2001:db8:2::1', '198.51.100.7'], 10)).toBe(20);
});

test('while many networks flood the forms, a message from a network that has sent none yet is accepted', async () => {
  const mail = await createTestMail({ limits: {} });
  const flood = Array.from({ length: 30 }, (_, index) => `203.0.113.${index}`);

  expect(await countAccepted(mail, flood, 12)).toBeLessThan(150);
  expect(await countAccepted(mail, ['203.0.113.1'], 1)).toBe(0);
  expect(await countAccepted(mail, ['198.51.100.7'], 1)).toBe(1);
});

test('messages that could not be stored consume no points', async () => {
  const mail = await createTestMail({ limits: {} });
  const unblock = await blockDatabase(mail.dataDir);
  const addresses = Array.from({ length: 30 }, (_, index) => `203.0.113.${index}`);
  expect(await countAccepted(mail, addresses, 5)).toBe(0);
  expect(await send(mail)).toMatchObject({
    status: 'rejected',
    statusCode: 503,
    retryAfter: 60,
  });
  expect(await send(mail, { referralCode: 'x' }), 'nor quarantined').toMatchObject({
    statusCode: 503,
  });

  await unblock();
  expect(await countAccepted(mail, addresses.slice(0, 3), 10)).toBe(30);
});

test('a report of abuse is confirmed by email although other messages are not', async () => {
  const mail = await createTestMail({ autoReply: false });

  const id = idOf(await mail.accept(abuseReport(), visitor()));
  await send(mail);

  const messages = await listMessages(mail.dataDir);
  expect(messages.map(({ entry }) => entry?.mail.route).sort()).toEqual(['abuse', 'contact', 'reply']);
  expect(messages.find((message) => message.id === `${id}-reply`)?.entry?.mail).toMatchObject({
    visitor: { address: 'ada@example.org' },
    subject: expect.stringMatching(/^We’ve received your report \[P-/),
  });
});

test('a report of abuse without an address is accepted, and not confirmed', async () => {
  const mail = await createTestMail();

  const acceptance = await mail.accept(abuseReport({ category: 'csam' }), visitor());

  expect(acceptance).toMatchObject({ status: 'accepted' });
  expect(await listStored(mail)).toEqual([idOf(acceptance)]);
});

test('a repeated report gets the receipt that the process could not store before it was killed, and no second one', async () => {
  const mail = await createTestMail();
  const id = idOf(await mail.accept(abuseReport(), visitor()));
  await removeMessage(mail.dataDir, `${id}-reply`);

  expect(idOf(await mail.accept(abuseReport(), visitor()))).toBe(id);
  expect(idOf(await mail.accept(abuseReport(), visitor()))).toBe(id);
  expect((await listStored(mail)).sort()).toEqual([id, `${id}-reply`]);
});

test('one mailbox gets the receipts of 20 reports a day, whatever follows a plus sign in its address', async () => {
  const mail = await createTestMail();

  for (let index = 0; index < 21; index += 1) {
    const report = abuseReport({ email: `ada+${index}@example.org` });
    expect(await mail.accept(report, visitor())).toMatchObject({ status: 'accepted' });
  }

  const stored = await listStored(mail);
  expect(stored.filter((id) => id.endsWith('-reply'))).toHaveLength(20);
  expect(stored).toHaveLength(41);
});

test('an unknown kind of message is invalid', async () => {
  const mail = await createTestMail();

  for (const input of [null, [], 'contact', {}, { kind: 'newsletter' }, { kind: 'toString' }, { kind: ['contact'] }])
    expect(await mail.accept(input, visitor()), JSON.stringify(input)).toEqual({
      status: 'invalid',
      fields: { kind: 'The kind of message must be contact, application or abuse.' },
    });
});

test('a reference has eight digits or letters, but not I, L, O or U', () => {
  const references = Array.from({ length: 200 }, (_, index) => referenceOf(`id ${index}`));

  expect(references.filter((reference) => !/^P-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(reference))).toEqual(
    [],
  );
  expect(new Set(references).size).toBe(200);
});
