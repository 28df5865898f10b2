import { expect, test } from 'vitest';
import type { OutboxOptions } from '../../../src/mail/outbox.ts';
import { createSqliteOutbox } from '../../../src/mail/sqlite-outbox.ts';
import { entry } from '../../support/outbox-contract.ts';
import { contact, createTestMail, listIds, openTestDatabase, visitor } from '../../support/smtp-letters.ts';

const OPTIONS: OutboxOptions = { deliver: async () => ({ status: 'delivered' }), retentionDays: 30 };

const listQuarantined = (dataDir: string) => listIds(dataDir, 'quarantined');

test('a message that was quarantined is sent if its sender sends it again as a person', async () => {
  const mail = await createTestMail();
  const quarantined = await mail.accept(contact({ referralCode: 'filled in by a browser' }), visitor());

  expect(await mail.accept(contact(), visitor())).toEqual(quarantined);
  expect(await mail.health()).toMatchObject({ pending: 1, quarantined: 0 });
});

test('a client can put only a limited number of messages in the quarantine', async () => {
  const mail = await createTestMail({ limits: {} });
  const send = (name: string) => mail.accept(contact({ name, referralCode: 'x' }), visitor());
  const acceptances = await Promise.all(Array.from({ length: 30 }, (_, number) => send(`Bot ${number}`)));

  expect(acceptances.filter(({ status }) => status === 'accepted')).toHaveLength(10);
  expect(await listQuarantined(mail.dataDir)).toHaveLength(10);
});

const MANY = 1_000_000;

test.each([
  ['messages', { messages: 2, bytes: MANY }],
  ['bytes', { messages: MANY, bytes: 2 * JSON.stringify(entry(1)).length }],
])('a quarantine with the maximum number of %s removes its oldest message', async (_case, bounds) => {
  const database = await openTestDatabase();
  const outbox = createSqliteOutbox(database, OPTIONS, bounds);
  for (const number of [1, 2]) await outbox.put(entry(number), 'quarantined');

  await Promise.all([outbox.put(entry(3), 'quarantined'), outbox.put(entry(3), 'quarantined')]);

  const ids = await database.run((open) => open.prepare('SELECT id FROM messages ORDER BY id').all());
  expect(ids.map(({ id }) => id)).toEqual([entry(2).id, entry(3).id]);
});
