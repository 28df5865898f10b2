import { expect, onTestFinished, test } from 'vitest';
import type { MailSettings } from '../../../src/mail/service.ts';
import { freePort } from '../../support/free-port.ts';
import {
  acceptMail,
  application,
  contact,
  createTestMail,
  kindsTo,
  listIds,
  listMessages,
  retryMessage,
} from '../../support/smtp-letters.ts';
import { startRelay } from '../../support/smtp-relay.ts';

const [first, second, third] = ['first@site.test', 'second@site.test', 'third@site.test'] as const;

const openMail = async (smtpUrl: string, to: readonly string[] = [first], changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({ smtpUrl, kinds: kindsTo(to), ...changes });
  onTestFinished(() => mail.stop(500));
  await mail.start();
  return mail;
};

const lastReason = async (dataDir: string, id: string) =>
  (await listMessages(dataDir)).find((message) => message.id === id)?.attempts.at(-1)?.reason;

test('a message is delivered with its text, its HTML, and the sender as Reply-To, to the recipients of its kind', async () => {
  const relay = await startRelay();
  const mail = await openMail(relay.url);

  const id = await acceptMail(mail, contact({ name: 'Zoë "Z" Müller', email: 'zoe@bücher.example.de' }));
  await relay.waitForAccepted(1);
  const [letter] = await relay.parse();

  expect(letter).toMatchObject({ messageId: `<${id}@site.test>`, from: { text: '"Website" <website@site.test>' } });
  expect(letter?.replyTo?.value).toEqual([{ name: 'Zoë "Z" Müller', address: 'zoe@bücher.example.de' }]);
  expect(relay.accepted[0]).toContain('<zoe@xn--bcher-kva.example.de>');
  expect(letter?.subject).toMatch(/^New account: Zoë "Z" Müller \[P-[0-9A-Z]{4}-[0-9A-Z]{4}\]$/);
  expect(letter?.text).toContain('I have 40 domains, mostly type-in traffic from Germany.');
  expect(letter?.html).toContain('I have 40 domains, mostly type-in traffic from Germany.');

  await acceptMail(mail, application());
  await relay.waitForAccepted(2);
  expect(relay.recipients).toEqual([[first], ['rsoc@site.test']]);
});

test('a sender with an internationalized domain is in ASCII in all headers', async () => {
  const relay = await startRelay();
  const mail = await openMail(relay.url, [first], { from: 'Büro <web@bücher.test>' });

  const id = await acceptMail(mail, contact());
  await relay.waitForAccepted(1);
  const [headers] = relay.accepted[0]?.split('\r\n\r\n') ?? [];

  expect(headers).toContain(`Message-ID: <${id}@xn--bcher-kva.test>`);
  expect(headers).toMatch(/^\p{ASCII}+$/u);
});

test('an encoded word that a visitor wrote is not decoded in the headers', async () => {
  const relay = await startRelay();
  const mail = await openMail(relay.url);
  const word = '=?utf-8?Q?Anna=0D=0ABcc:_x@site.test?=';
  const shown = '= ?utf-8?Q?Anna=0D=0ABcc:_x@site.test?=';

  await acceptMail(mail, contact({ name: word }));
  await relay.waitForAccepted(1);
  const [letter] = await relay.parse();

  expect(letter?.subject).toContain(`New account: ${shown} [P-`);
  expect(letter?.replyTo?.value[0]?.name).toBe(shown);
  expect(letter?.text).toContain(`Name: ${word}`);
});

test.each(['hang', 'drop'] as const)('a mail that the relay does not acknowledge (%s) is retried', async (failure) => {
  const relay = await startRelay((attempt) => (attempt === 1 ? failure : 'accept'));
  const mail = await openMail(relay.url, [first], { relaySilenceMs: 2_000 });

  await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ delivered: 1, dead: 0 });

  expect(relay.attempts()).toBe(2);
});

test.each([
  ['the sender', 550, 'accept', /^E[A-Z]+ 550 MAIL FROM$/],
  ['the message', 250, 'reject-mail', /^E[A-Z]+ 554 DATA$/],
] as const)(
  'if %s is permanently rejected, the mail becomes a dead letter after one attempt, without an address in the reason',
  async (_, senderCode, behaviour, reason) => {
    const relay = await startRelay(
      () => behaviour,
      ({ to }) => (to === null ? senderCode : 250),
    );
    const mail = await openMail(relay.url);

    const id = await acceptMail(mail);
    await expect.poll(mail.events).toMatchObject({ accepted: 1, dead: 1, delivered: 0 });

    const [message] = await listMessages(mail.dataDir);
    expect(message).toMatchObject({ id, state: 'dead', attempts: [{ reason: expect.stringMatching(reason) }] });
    expect(message?.entry?.mail.text).toContain('I have 40 domains');
  },
);

test('a stop waits for running deliveries, but not longer than its time limit', async () => {
  const relay = await startRelay(() => 'hang');
  const mail = await openMail(relay.url);
  await acceptMail(mail);
  await relay.waitForAttempts(1);

  const startedAt = performance.now();
  await mail.stop(200);

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('with MAIL_AUTO_REPLY the sender gets a confirmation with the reference, but without the message', async () => {
  const relay = await startRelay();
  const mail = await openMail(relay.url, [first], { autoReply: true });

  await acceptMail(mail, contact({ name: 'Buy at evil.example', company: 'Cheap Pills' }));
  await relay.waitForAccepted(2);
  const reply = (await relay.parse()).find(({ headers }) => headers.get('auto-submitted') === 'auto-replied');

  expect(reply?.to).toMatchObject({ text: 'ada@example.org' });
  expect(reply?.subject).toMatch(/^We’ve received your message \[P-/);
  expect(`${reply?.text}${reply?.html}${reply?.subject}`).not.toMatch(/evil|Pills|40 domains/);
});

test('a confirmation that the relay rejects is dropped', async () => {
  const relay = await startRelay(undefined, ({ to }) => (to === 'ada@example.org' ? 550 : 250));
  const mail = await openMail(relay.url, [first], { autoReply: true });

  await acceptMail(mail);
  await expect.poll(() => relay.attemptsFor('ada@example.org')).toBe(1);

  await expect.poll(() => mail.health()).toMatchObject({ pending: 0, sending: 0, dead: 0 });
  expect(relay.recipients).toEqual([[first]]);
});

test('a temporarily rejected recipient gets the mail later, separately and with the same Message-ID', async () => {
  const relay = await startRelay(undefined, ({ to, attempt }) => (to === second && attempt < 3 ? 451 : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  expect(relay.recipients).toEqual([[first], [second]]);
  expect(new Set((await relay.parse()).map(({ messageId }) => messageId))).toEqual(new Set([`<${id}@site.test>`]));
  expect(await mail.events()).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
});

test('mail with a permanently rejected recipient becomes a dead letter, whose retry goes to that recipient only', async () => {
  let code = 550;
  const relay = await startRelay(undefined, ({ to }) => (to === second ? code : 250));
  const mail = await openMail(relay.url, [first, second]);

  const id = await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ dead: 1 });
  expect(await lastReason(mail.dataDir, id)).toBe('EENVELOPE 550 RCPT TO');
  expect(relay.recipients).toEqual([[first]]);

  code = 250;
  await retryMessage(mail.dataDir, id);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  expect(relay.recipients).toEqual([[first], [second]]);
  expect(await listIds(mail.dataDir, 'dead')).toEqual([]);
});

test.each([
  ['another recipient was accepted', 250],
  ['no recipient was accepted yet', 550],
])(
  'a temporarily rejected recipient is retried although another recipient is permanently rejected (%s)',
  async (_case, firstCode) => {
    const relay = await startRelay(undefined, ({ to, attempt }) =>
      to === first ? firstCode : to === second ? 550 : to === third && attempt < 3 ? 451 : 250,
    );
    const mail = await openMail(relay.url, [first, second, third]);

    const id = await acceptMail(mail);
    await expect.poll(mail.events).toMatchObject({ dead: 1 });

    expect(relay.recipients).toEqual(firstCode === 250 ? [[first], [third]] : [[third]]);
    expect(relay.attemptsFor(second)).toBe(1);
    expect(await lastReason(mail.dataDir, id)).toBe('EENVELOPE 550 RCPT TO');
  },
);

test('a recipient with an internationalized domain does not get the mail again when another recipient is retried', async () => {
  const relay = await startRelay(undefined, ({ to, attempt }) => (to === second && attempt === 1 ? 451 : 250));
  const mail = await openMail(relay.url, ['team@Bücher.test', second]);

  await acceptMail(mail);
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });

  expect(relay.recipients).toEqual([['team@bücher.test'], [second]]);
});

test.each([530, 534, 535, 538])(
  'a relay that requires authentication or encryption (%i) causes retries, not a dead letter',
  async (code) => {
    const relay = await startRelay(undefined, ({ to, attempt }) => (to === null && attempt < 3 ? code : 250));
    const mail = await openMail(relay.url);

    await acceptMail(mail);
    await expect.poll(mail.events).toMatchObject({ failed: 2, delivered: 1, dead: 0 });
  },
);

test('the reason of a failed connection tells a closed port from a relay without the expected encryption', async () => {
  const relay = await startRelay();
  const unencrypted = await openMail(relay.url.replace('smtp:', 'smtps:'));
  const closed = await openMail(`smtp://127.0.0.1:${await freePort()}`);

  const closedId = await acceptMail(closed);
  await expect.poll(() => lastReason(closed.dataDir, closedId)).toBe('ECONNREFUSED CONN');

  const unencryptedId = await acceptMail(unencrypted);
  await expect.poll(() => lastReason(unencrypted.dataDir, unencryptedId)).toBe('ERR_SSL_WRONG_VERSION_NUMBER CONN');
});
