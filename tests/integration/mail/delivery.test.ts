import { once } from 'node:events';
import { readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { MailService, MailSettings } from '../../../src/mail/service.ts';
import { contact, createTestMail, kindsTo, visitor } from '../../support/smtp-letters.ts';

type Answer = { readonly to: string; readonly attempt: number };

let cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

const refusal = (code: number): Error | null =>
  code < 400 ? null : Object.assign(new Error('Not for somebody@site.test'), { responseCode: code });

/** A relay on loopback that answers each recipient, or the sender, with a code of its own. */
const startRelay = async (codeFor: (answer: Answer) => number, senderCode: (attempt: number) => number = () => 250) => {
  const taken: { readonly to: readonly string[]; readonly messageId: string | undefined }[] = [];
  const offered: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) => {
      offered.push('sender');
      done(refusal(senderCode(offered.filter((name) => name === 'sender').length)));
    },
    onRcptTo: ({ address }, _session, done) => {
      offered.push(address);
      done(refusal(codeFor({ to: address, attempt: offered.filter((name) => name === address).length })));
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void simpleParser(stream).then(({ messageId }) => {
        taken.push({ to, messageId });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, taken, offered };
};

const openMail = async (smtpUrl: string, to: readonly string[], changes: Partial<MailSettings> = {}) => {
  // A relay that is only slow would be taken for a silent one, and asked once more.
  const mail = await createTestMail({ smtpUrl, kinds: kindsTo(to), relaySilenceMs: 10_000, ...changes });
  cleanUps.push(() => mail.stop(500));
  await mail.start();
  return mail;
};

const accepted = async (mail: MailService): Promise<string> => {
  const acceptance = await mail.accept(contact(), visitor());
  if (acceptance.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(acceptance)}`);
  return acceptance.id;
};

const until = async (mail: MailService, isReached: (counts: ReturnType<MailService['metrics']>) => boolean) => {
  while (!isReached(mail.metrics())) await new Promise((resolve) => setImmediate(resolve));
};

const [first, second, third] = ['first@site.test', 'second@site.test', 'third@site.test'] as const;

test('a recipient whom the relay puts off gets the mail later, alone and under the same Message-ID', async () => {
  const relay = await startRelay(({ to, attempt }) => (to === second && attempt < 3 ? 451 : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await accepted(mail);
  await until(mail, ({ delivered }) => delivered === 1);

  const messageId = `<${id}@site.test>`;
  expect(relay.taken).toEqual([
    { to: [first], messageId },
    { to: [second], messageId },
  ]);
  expect(mail.metrics()).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
});

test('a recipient whom the relay refuses for good is kept under dead, and sent again the mail goes to him alone', async () => {
  let code = 550;
  const relay = await startRelay(({ to }) => (to === second ? code : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await accepted(mail);
  await until(mail, ({ dead }) => dead === 1);
  const outbox = path.join(mail.dataDir, 'outbox');

  expect(await readFile(path.join(outbox, 'dead', `${id}.reason`), 'utf8')).toMatch(/^\S+Z EENVELOPE 550 RCPT TO\n$/);
  expect(relay.taken.map(({ to }) => to)).toEqual([[first]]);

  code = 250;
  await mail.stop(500);
  await rename(path.join(outbox, 'dead', `${id}.json`), path.join(outbox, 'pending', `${id}.json`));
  await mail.start();
  await until(mail, ({ delivered }) => delivered === 1);

  expect(relay.taken.map(({ to }) => to)).toEqual([[first], [second]]);
  expect(await readdir(path.join(outbox, 'dead'))).toEqual([]);
});

test.each([
  ['when another one has it', 250],
  ['when nobody has it yet', 550],
])(
  'a recipient who is put off is asked for again beside one who is refused for good (%s)',
  async (_case, firstCode) => {
    const relay = await startRelay(({ to, attempt }) =>
      to === first ? firstCode : to === second ? 550 : attempt < 3 ? 451 : 250,
    );
    const mail = await openMail(relay.url, [first, second, third]);

    const id = await accepted(mail);
    await until(mail, ({ dead }) => dead === 1);

    expect(relay.taken.map(({ to }) => to)).toEqual(firstCode === 250 ? [[first], [third]] : [[third]]);
    expect(relay.offered.filter((name) => name === second)).toHaveLength(1);
    expect(await readFile(path.join(mail.dataDir, 'outbox/dead', `${id}.reason`), 'utf8')).toMatch(
      /Z EENVELOPE 550 RCPT TO\n$/,
    );
  },
);

test('a recipient with an international domain is not sent the mail again because of another', async () => {
  const relay = await startRelay(({ to, attempt }) => (to === second && attempt === 1 ? 451 : 250));
  const mail = await openMail(relay.url, ['team@Bücher.test', second]);

  await accepted(mail);
  await until(mail, ({ delivered }) => delivered === 1);

  expect(relay.taken.map(({ to }) => to)).toEqual([['team@bücher.test'], [second]]);
});

test.each([530, 534, 535, 538])(
  'a relay that wants a login or encryption first (%i) keeps the mail waiting, as a wrong login does',
  async (code) => {
    const relay = await startRelay(
      () => 250,
      (attempt) => (attempt < 3 ? code : 250),
    );
    const mail = await openMail(relay.url, [first]);

    await accepted(mail);
    await until(mail, ({ delivered, dead }) => delivered + dead === 1);

    expect(mail.metrics()).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
  },
);
