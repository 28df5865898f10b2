import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMailDatabase, type MailDatabase } from '../../../src/mail/mail-database.ts';
import type { Deliver, DeliveryOutcome, Outbox } from '../../../src/mail/outbox.ts';
import { databaseFileIn } from '../../../src/mail/service.ts';
import { createSqliteOutbox } from '../../../src/mail/sqlite-outbox.ts';
import { countMailEvents } from '../../support/mail-events.ts';
import { entry, FAILED, testOutboxContract } from '../../support/outbox-contract.ts';
import { listIds, listMessages, retryMessage } from '../../support/smtp-letters.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const DAY_MS = 86_400_000;
const DELIVERED: DeliveryOutcome = { status: 'delivered' };

testOutboxContract(async (options) => {
  const directory = temporaryDirectory();
  const database = createMailDatabase(databaseFileIn(directory));
  const outbox = createSqliteOutbox(database, options);
  onTestFinished(() => outbox.stop(10_000));
  return {
    outbox,
    readDead: async (id) => (await listMessages(directory)).find((message) => message.id === id)?.entry,
    retryDead: async (id) => {
      await retryMessage(directory, id);
      // A running outbox sees it within five seconds, a new start at once.
      await outbox.stop(10_000);
      await outbox.start();
    },
  };
});

type OpenOptions = { readonly directory?: string; readonly deliver?: Deliver };

/** An outbox whose first attempts have these outcomes, in this order; all further attempts have the last one. */
const openOutbox = async (outcomes: readonly DeliveryOutcome[], options: OpenOptions = {}) => {
  const directory = options.directory ?? temporaryDirectory();
  const attempts: string[] = [];
  const deliver: Deliver = async (mail) => {
    attempts.push(mail.id);
    await options.deliver?.(mail);
    return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? DELIVERED;
  };
  const database = createMailDatabase(databaseFileIn(directory));
  const outbox = createSqliteOutbox(database, { deliver, retentionDays: 30, firstRetryMs: 1 });
  onTestFinished(() => outbox.stop(10_000));
  return { outbox, database, directory, attempts, events: await countMailEvents() };
};

const fill = async (outbox: Outbox, count: number): Promise<void> => {
  for (let number = 0; number < count; number += 1) await outbox.put(entry(number));
};

const execute = (database: MailDatabase, sql: string): Promise<void> => database.run((open) => open.exec(sql));

test('each mail is sent once, however often the outbox looks for due mail, and at most five at a time', async () => {
  let current = 0;
  let most = 0;
  const { outbox, attempts, directory } = await openOutbox([DELIVERED], {
    deliver: async () => {
      current += 1;
      most = Math.max(most, current);
      await new Promise((resolve) => setImmediate(resolve));
      current -= 1;
      return DELIVERED;
    },
  });
  await outbox.start();
  await Promise.all(Array.from({ length: 10 }, (_, number) => outbox.put(entry(number))));
  await expect.poll(() => listIds(directory, 'delivered')).toHaveLength(10);

  expect(attempts.toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => entry(number).id));
  expect(most).toBeLessThanOrEqual(5);
});

test('a delivery that rejects is retried', async () => {
  const { outbox, attempts, directory } = await openOutbox([DELIVERED], {
    deliver: async () => {
      if (attempts.length === 1) throw new Error('of an unknown kind');
      return DELIVERED;
    },
  });
  await outbox.start();
  await outbox.put(entry(1));

  await expect.poll(() => listMessages(directory)).toMatchObject([{ state: 'delivered' }]);
  expect(attempts).toHaveLength(2);
});

test('a mail is still delivered if the clock jumps six days ahead while the relay is down', async () => {
  const { outbox, events, directory } = await openOutbox([FAILED, FAILED, FAILED, FAILED, DELIVERED]);
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(async () => (await events()).failed).toBeGreaterThanOrEqual(2);
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 6 * DAY_MS);
  onTestFinished(() => clock.mockRestore());

  await expect.poll(() => listIds(directory, 'delivered')).toEqual([entry(1).id]);
});

test('failures are counted across restarts, so the back-off continues', async () => {
  const first = await openOutbox([FAILED]);
  await first.outbox.put(entry(1));
  await first.outbox.start();
  await expect.poll(async () => (await first.events()).failed).toBeGreaterThanOrEqual(3);
  await first.outbox.stop(10_000);
  const readFailures = async () => (await listMessages(first.directory))[0]?.failures ?? 0;
  const before = await readFailures();
  expect(before).toBeGreaterThanOrEqual(3);
  await execute(first.database, 'UPDATE messages SET due_at = 0');

  const next = await openOutbox([FAILED], { directory: first.directory });
  await next.outbox.start();
  await expect.poll(readFailures).toBeGreaterThan(before);
});

test('a mail that an operator discards while it is being sent does not come back', async () => {
  const { outbox, database, attempts, directory } = await openOutbox([FAILED], {
    deliver: async () => {
      await execute(database, 'DELETE FROM messages');
      return FAILED;
    },
  });
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => attempts).toHaveLength(1);
  await outbox.stop(10_000);

  expect(await listMessages(directory)).toEqual([]);
});

test('the result of a delivery that cannot be stored is stored later, and the mail is not sent again', async () => {
  const refuse = `CREATE TRIGGER refuse BEFORE INSERT ON attempts BEGIN SELECT raise(ABORT, 'refused'); END`;
  const { outbox, database, attempts, directory } = await openOutbox([DELIVERED], {
    deliver: async () => {
      await execute(database, refuse);
      return DELIVERED;
    },
  });
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => attempts).toHaveLength(1);
  expect(await outbox.health()).toMatchObject({ pending: 1, sending: 1 });

  await execute(database, 'DROP TRIGGER refuse');
  await expect.poll(() => listIds(directory, 'delivered')).toHaveLength(1);
  expect(attempts).toHaveLength(1);
});

test('an entry that cannot be read becomes a dead letter and does not hold up other mail', async () => {
  const { outbox, database, attempts, directory } = await openOutbox([DELIVERED]);
  await fill(outbox, 2);
  await execute(database, `UPDATE messages SET entry = '{"id":' WHERE id = '${entry(0).id}'`);
  await outbox.start();

  await expect.poll(() => listIds(directory, 'dead')).toEqual([entry(0).id]);
  await expect.poll(() => attempts).toEqual([entry(1).id]);
});

test('delivered and quarantined mail is removed after its retention, dead letters are not', async () => {
  const { outbox, directory } = await openOutbox([DELIVERED, { status: 'rejected', reason: 'x' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => listIds(directory, 'delivered')).toHaveLength(1);
  await outbox.put(entry(2));
  await expect.poll(() => listIds(directory, 'dead')).toHaveLength(1);
  await outbox.put(entry(3), 'quarantined');
  await outbox.stop(10_000);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY_MS });
  const next = await openOutbox([], { directory });
  await next.outbox.start();
  await expect.poll(() => listMessages(directory)).toHaveLength(1);
  expect(await listIds(directory, 'dead')).toEqual([entry(2).id]);
});

test('the outbox goes on by itself when the database can be used again', async () => {
  const { outbox, database, attempts, directory } = await openOutbox([DELIVERED]);
  database.close();
  const file = databaseFileIn(directory);
  await mkdir(file);
  await outbox.start();
  await expect(outbox.put(entry(1))).rejects.toThrow(`${file} cannot be used`);
  expect(await outbox.health()).toMatchObject({ writable: false });
  await rmdir(file);

  await outbox.put(entry(1));
  await expect.poll(() => attempts).toEqual([entry(1).id]);
  expect(await outbox.health()).toMatchObject({ writable: true });
});

test('a database that another process has locked for long is not used, and nothing is lost', async () => {
  const { outbox, directory } = await openOutbox([DELIVERED]);
  await outbox.put(entry(1));
  const other = new DatabaseSync(path.join(directory, 'mail.sqlite'));
  other.exec('BEGIN EXCLUSIVE');

  await expect(outbox.put(entry(2))).rejects.toThrow('another process has locked it');
  other.exec('ROLLBACK');
  other.close();
  await outbox.put(entry(2));
  expect(await outbox.health()).toMatchObject({ pending: 2 });
});
