import { once } from 'node:events';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import type { MailSettings } from '../../../src/mail/service.ts';
import { freePort } from '../../support/free-port.ts';
import {
  acceptMail,
  createTestMail,
  kindsTo,
  listIds,
  listMessages,
  retryMessage,
} from '../../support/smtp-letters.ts';

type Recipient = { readonly to: string; readonly attempt: number };

const toRejection = (code: number): Error | null =>
  code < 400 ? null : Object.assign(new Error('Not for somebody@site.test'), { responseCode: code });

/** A relay on loopback that responds to each recipient and to the sender with the given SMTP codes. */
const startRelay = async (
  recipientCode: (recipient: Recipient) => number,
  senderCode: (attempt: number) => number = () => 250,
) => {
  const accepted: { readonly to: readonly string[]; readonly messageId: string | undefined }[] = [];
  const attempted: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) => {
      attempted.push('sender');
      done(toRejection(senderCode(attempted.filter((name) => name === 'sender').length)));
    },
    onRcptTo: ({ address }, _session, done) => {
      attempted.push(address);
      done(toRejection(recipientCode({ to: address, attempt: attempted.filter((name) => name === address).length })));
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void simpleParser(stream).then(({ messageId }) => {
        accepted.push({ to, messageId });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, accepted, attempted };
};

const openMail = async (smtpUrl: string, to: readonly string[], changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({ smtpUrl, kinds: kindsTo(to), ...changes });
  onTestFinished(() => mail.stop(500));
  await mail.start();
  return mail;
};

const lastReason = async (dataDir: string, id: string) =>
  (await listMessages(dataDir)).find((message) => message.id === id)?.attempts.at(-1)?.reason;

const [first, second, third] = ['first@site.test', 'second@site.test', 'third@site.test'] as const;

test('a temporarily rejected recipient gets the mail later, separately and with the same Message-ID', async () => {
  const relay = await startRelay(({ to, attempt }) => (to === second && attempt < 3 ? 451 : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  const messageId = `<${id}@site.test>`;
  expect(relay.accepted).toEqual([
    { to: [first], messageId },
    { to: [second], messageId },
  ]);
  expect(await mail.events()).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
});

test('mail with a permanently rejected recipient becomes a dead letter, whose retry goes to that recipient only', async () => {
  let code = 550;
  const relay = await startRelay(({ to }) => (to === second ? code : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ dead: 1 });
  expect(await lastReason(mail.dataDir, id)).toBe('EENVELOPE 550 RCPT TO');
  expect(relay.accepted.map(({ to }) => to)).toEqual([[first]]);

  code = 250;
  await retryMessage(mail.dataDir, id);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  expect(relay.accepted.map(({ to }) => to)).toEqual([[first], [second]]);
  expect(await listIds(mail.dataDir, 'dead')).toEqual([]);
});

test.each([
  ['another recipient was accepted', 250],
  ['no recipient was accepted yet', 550],
])(
  'a temporarily rejected recipient is retried although another recipient is permanently rejected (%s)',
  async (_case, firstCode) => {
    const relay = await startRelay(({ to, attempt }) =>
      to === first ? firstCode : to === second ? 550 : attempt < 3 ? 451 : 250,
    );
    const mail = await openMail(relay.url, [first, second, third]);

    const id = await acceptMail(mail);
    await expect.poll(mail.events).toMatchObject({ dead: 1 });

    expect(relay.accepted.map(({ to }) => to)).toEqual(firstCode === 250 ? [[first], [third]] : [[third]]);
    expect(relay.attempted.filter((name) => name === second)).toHaveLength(1);
    expect(await lastReason(mail.dataDir, id)).toBe('EENVELOPE 550 RCPT TO');
  },
);

test('a recipient with an internationalized domain does not get the mail again when another recipient is retried', async () => {
  const relay = await startRelay(({ to, attempt }) => (to === second && attempt === 1 ? 451 : 250));
  const mail = await openMail(relay.url, ['team@Bücher.test', second]);

  await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  expect(relay.accepted.map(({ to }) => to)).toEqual([['team@bücher.test'], [second]]);
});

test.each([530, 534, 535, 538])(
  'a relay that requires authentication or encryption (%i) causes retries, not a dead letter',
  async (code) => {
    const relay = await startRelay(
      () => 250,
      (attempt) => (attempt < 3 ? code : 250),
    );
    const mail = await openMail(relay.url, [first]);

    await acceptMail(mail);
    await expect.poll(mail.events).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
  },
);

test('the reason of a failed connection tells a closed port from a relay without the expected encryption', async () => {
  const relay = await startRelay(() => 250);
  const unencrypted = await openMail(relay.url.replace('smtp:', 'smtps:'), [first]);
  const closed = await openMail(`smtp://127.0.0.1:${await freePort()}`, [first]);

  const closedId = await acceptMail(closed);
  await expect.poll(() => lastReason(closed.dataDir, closedId)).toBe('ECONNREFUSED CONN');

  const unencryptedId = await acceptMail(unencrypted);
  await expect.poll(() => lastReason(unencrypted.dataDir, unencryptedId)).toBe('ERR_SSL_WRONG_VERSION_NUMBER CONN');
});
