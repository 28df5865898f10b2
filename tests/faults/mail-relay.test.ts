import { expect, onTestFinished, test } from 'vitest';
import type { MailService, MailSettings } from '../../src/mail/service.ts';
import {
  acceptMail,
  application,
  contact,
  createTestMail,
  listMessages,
  temporaryDirectory,
} from '../support/smtp-letters.ts';
import { type RelayBehaviour, startRelay } from '../support/smtp-relay.ts';

const startRelayAndMail = async (
  behaviour: (attempt: number) => RelayBehaviour,
  changes: Partial<MailSettings> = {},
) => {
  const relay = await startRelay(behaviour);
  const mail = await createTestMail({ smtpUrl: relay.url, ...changes });
  await mail.start();
  onTestFinished(relay.stop);
  onTestFinished(() => mail.stop(500));
  return { relay, mail };
};

/** Waits until this number of messages is pending: the outbox records a delivery only after the relay's response. */
const waitForPending = async (mail: MailService, pending = 0) => {
  let health = await mail.health();
  while (health.pending !== pending) {
    await new Promise((resolve) => setImmediate(resolve));
    health = await mail.health();
  }
  return health;
};

test('a message is delivered with its text, its HTML, and the sender as Reply-To', async () => {
  const { relay, mail } = await startRelayAndMail(() => 'accept');

  const id = await acceptMail(mail, contact({ name: 'Zoë "Z" Müller', email: 'zoe@bücher.example.de' }));
  await relay.waitForAccepted(1);
  const [letter] = await relay.parse();

  expect(relay.recipients).toEqual(['team@site.test']);
  expect(letter).toMatchObject({ messageId: `<${id}@site.test>`, from: { text: '"Website" <website@site.test>' } });
  expect(letter?.replyTo?.value).toEqual([{ name: 'Zoë "Z" Müller', address: 'zoe@bücher.example.de' }]);
  expect(relay.accepted[0]).toContain('<zoe@xn--bcher-kva.example.de>');
  expect(letter?.subject).toMatch(/^New account: Zoë "Z" Müller \[P-[0-9A-Z]{4}-[0-9A-Z]{4}\]$/);
  expect(letter?.text).toContain('I have 40 domains, mostly type-in traffic from Germany.');
  expect(letter?.html).toContain('I have 40 domains, mostly type-in traffic from Germany.');

  await acceptMail(mail, application());
  await relay.waitForAccepted(2);
  expect(relay.recipients[1], 'of an application').toBe('rsoc@site.test');
});

test.each(['hang', 'drop'] as const)('a mail that the relay does not acknowledge (%s) is retried', async (failure) => {
  const { relay, mail } = await startRelayAndMail((attempt) => (attempt === 1 ? failure : 'accept'), {
    relaySilenceMs: 2_000,
  });

  await acceptMail(mail, contact());
  await relay.waitForAccepted(1);

  expect(relay.attempts()).toBe(2);
  expect(await waitForPending(mail)).toMatchObject({ pending: 0, dead: 0 });
});

test.each(['reject-sender', 'reject-recipient', 'reject-mail'] as const)(
  'a permanently rejected mail (%s) becomes a dead letter after one attempt, without an address in the reason',
  async (rejection) => {
    const dataDir = await temporaryDirectory();
    const { relay, mail } = await startRelayAndMail(() => rejection, { dataDir });

    const id = await acceptMail(mail, contact());
    expect(await waitForPending(mail)).toMatchObject({ pending: 0, dead: 1, writable: true });

    expect(relay.attempts()).toBeLessThanOrEqual(1);
    const [message] = await listMessages(dataDir);
    expect(message).toMatchObject({ id, state: 'dead' });
    expect(message?.attempts.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^E[A-Z]+ 55\d (?:MAIL FROM|RCPT TO|DATA)$/),
    ]);
    expect(message?.entry?.mail.text).toContain('I have 40 domains');
    expect(await mail.events()).toMatchObject({ accepted: 1, dead: 1, delivered: 0 });
  },
);

test('a stop waits for running deliveries, but not longer than its time limit', async () => {
  const { relay, mail } = await startRelayAndMail(() => 'hang');
  await acceptMail(mail, contact());
  await relay.waitForAttempts(1);

  const startedAt = performance.now();
  await mail.stop(200);

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('with MAIL_AUTO_REPLY the sender gets a confirmation with the reference, but without the message', async () => {
  const { relay, mail } = await startRelayAndMail(() => 'accept', { autoReply: true });

  await acceptMail(mail, contact({ name: 'Buy at evil.example', company: 'Cheap Pills' }));
  await relay.waitForAccepted(2);
  const reply = (await relay.parse()).find(({ headers }) => headers.get('auto-submitted') === 'auto-replied');

  expect(reply?.to).toMatchObject({ text: 'ada@example.org' });
  expect(reply?.subject).toMatch(/^We’ve received your message \[P-/);
  expect(`${reply?.text}${reply?.html}${reply?.subject}`).not.toMatch(/evil|Pills|40 domains/);
});

test('a confirmation that the relay rejects is dropped', async () => {
  const { relay, mail } = await startRelayAndMail((attempt) => (attempt === 1 ? 'accept' : 'reject-recipient'), {
    autoReply: true,
  });

  await acceptMail(mail, contact());
  await relay.waitForAttempts(2);

  expect(await waitForPending(mail)).toMatchObject({ pending: 0, dead: 0 });
  expect(relay.recipients).toHaveLength(1);
});
