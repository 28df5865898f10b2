import { expect, onTestFinished, test } from 'vitest';
import { createFallbackOutbox } from '../../../src/mail/fallback-outbox.ts';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { databaseFileIn } from '../../../src/mail/service.ts';
import { createSqliteOutbox } from '../../../src/mail/sqlite-outbox.ts';
import { entry } from '../../support/outbox-contract.ts';
import { blockDatabase, temporaryDirectory } from '../../support/smtp-letters.ts';

const ENTRY = entry(1);

/** An outbox in a database that can be blocked. */
const openOutboxes = async () => {
  const [main, own] = [await temporaryDirectory(), await temporaryDirectory()];
  const deliveries: string[] = [];
  const outbox = createFallbackOutbox({
    deliver: async ({ id }) => {
      deliveries.push(id);
      return { status: 'delivered' };
    },
    retentionDays: 30,
    firstRetryMs: 1,
    createMain: (options) => createSqliteOutbox(createMailDatabase(databaseFileIn(main)), main, options),
    createOwn: (options) => createSqliteOutbox(createMailDatabase(databaseFileIn(own)), own, options),
  });
  onTestFinished(() => outbox.stop(10_000));
  return { outbox, deliveries, main, own };
};

test('while the own outbox cannot be read, the main one accepts and delivers mail', async () => {
  const { outbox, deliveries, own } = await openOutboxes();
  await blockDatabase(own);
  await outbox.start();

  await outbox.put(ENTRY);
  await expect.poll(() => deliveries).toEqual([ENTRY.id]);
  expect(await outbox.has(ENTRY.id)).toBe(true);
});

test('while the main outbox cannot be written, mail is accepted and delivered by the own one', async () => {
  const { outbox, deliveries, main } = await openOutboxes();
  await blockDatabase(main);
  await outbox.start();

  await outbox.put(ENTRY);
  await expect.poll(() => deliveries).toEqual([ENTRY.id]);
  expect(await outbox.has(ENTRY.id)).toBe(true);
  expect(await outbox.health()).toMatchObject({ writable: true });
});

test('mail that both outboxes have is delivered once', async () => {
  const { outbox, deliveries, main } = await openOutboxes();
  const unblock = await blockDatabase(main);
  await outbox.put(ENTRY);
  await unblock();
  // As if the main outbox had stored it, but its response had been lost.
  await outbox.put(ENTRY);
  await outbox.start();

  await expect.poll(() => outbox.health()).toMatchObject({ pending: 0, sending: 0 });
  expect(deliveries).toEqual([ENTRY.id]);
});
