import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMailDatabase, type MailDatabase } from '../../../src/mail/mail-database.ts';
import type { Deliver, DeliveryOutcome, Outbox } from '../../../src/mail/outbox.ts';
import { databaseFileIn } from '../../../src/mail/service.ts';
import { createSqliteOutbox, retryMessage } from '../../../src/mail/sqlite-outbox.ts';
import { countMailEvents } from '../../support/mail-events.ts';
import { entry, FAILED, testOutboxContract } from '../../support/outbox-contract.ts';
import { listIds, listMessages, temporaryDirectory } from '../../support/smtp-letters.ts';

const DAY_MS = 86_400_000;
const DELIVERED: DeliveryOutcome = { status: 'delivered' };

afterEach(() => void vi.useRealTimers());

testOutboxContract(async (options) => {
  const directory = await temporaryDirectory();
  const database = createMailDatabase(databaseFileIn(directory));
  const outbox = createSqliteOutbox(database, directory, options);
  onTestFinished(() => outbox.stop(10_000));
  return {
    outbox,
    readDead: async (id) => (await listMessages(directory)).find((message) => message.id === id)?.entry,
    // A running outbox would see it within five seconds; a new one sees it at once.
    retryDead: async (id) => {
      await database.run((open) => retryMessage(open, id));
      const next = createSqliteOutbox(database, directory, options);
      onTestFinished(() => next.stop(10_000));
      await next.start();
    },
  };
});

type OpenOptions = { readonly directory?: string; readonly deliver?: Deliver };

/** An outbox whose first attempts have these outcomes, in this order; all further attempts have the last one. */
const openOutbox = async (outcomes: readonly DeliveryOutcome[], options: OpenOptions = {}) => {
  const directory = options.directory ?? (await temporaryDirectory());
  const attempts: string[] = [];
  const deliver: Deliver = async (mail) => {
    attempts.push(mail.id);
    await options.deliver?.(mail);
    return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? DELIVERED;
  };
  const database = createMailDatabase(databaseFileIn(directory));
  const outbox = createSqliteOutbox(database, directory, { deliver, retentionDays: 30, firstRetryMs: 1 });
  onTestFinished(() => outbox.stop(10_000));
  return { outbox, database, directory, attempts, events: await countMailEvents() };
};

const fill = async (outbox: Outbox, count: number): Promise<void> => {
  for (let number = 0; number < count; number += 1) await outbox.put(entry(number));
};

const execute = (database: MailDatabase, sql: string): Promise<void> => database.run((open) => open.exec(sql));

test('mail that a process was sending when it was killed is sent by the next one when its hold has ended', async () => {
  const { outbox, database, attempts, directory } = await openOutbox([DELIVERED]);
  await fill(outbox, 2);
  const now = Date.now();
  await execute(
    database,
    `UPDATE messages SET holder = 'killed', due_at = ${now + 100} WHERE id = '${entry(0).id}';
     UPDATE messages SET holder = 'running', due_at = ${now + 600_000} WHERE id = '${entry(1).id}'`,
  );
  await outbox.start();
  await expect.poll(() => attempts).toEqual([entry(0).id]);

  await expect.poll(() => listIds(directory, 'delivered')).toEqual([entry(0).id]);
  expect(await listIds(directory, 'sending')).toEqual([entry(1).id]);
  expect(attempts).toEqual([entry(0).id]);
});

test('a process renews its hold on what it sends', async () => {
  const relay = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
  const slow: Deliver = () => relay.promise.then(() => DELIVERED);
  const first = await openOutbox([DELIVERED], { deliver: slow });
  await first.outbox.put(entry(1));
  await first.outbox.start();
  await expect.poll(() => first.attempts).toHaveLength(1);
  const second = await openOutbox([DELIVERED], { directory: first.directory });
  for (let seconds = 0; seconds < 60; seconds += 5) vi.advanceTimersByTime(5_000);
  await second.outbox.start();
  await second.outbox.put(entry(2));
  await expect.poll(() => second.attempts).toEqual([entry(2).id]);

  relay.resolve();
  await expect.poll(() => listIds(first.directory, 'delivered')).toHaveLength(2);
});

test('two processes with one database send each mail once', async () => {
  const first = await openOutbox([DELIVERED]);
  await fill(first.outbox, 10);
  const second = await openOutbox([DELIVERED], first);
  await Promise.all([first.outbox.start(), second.outbox.start()]);
  await expect.poll(() => listIds(first.directory, 'delivered')).toHaveLength(10);

  const all = Array.from({ length: 10 }, (_, number) => entry(number).id);
  expect([...first.attempts, ...second.attempts].sort()).toEqual(all);
});

test('each attempt is recorded with its reason', async () => {
  const { outbox, directory } = await openOutbox([FAILED, { status: 'rejected', reason: 'EENVELOPE 550' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => listIds(directory, 'dead')).toHaveLength(1);

  const [message] = await listMessages(directory);
  expect(message?.attempts).toEqual([
    { at: expect.any(Number), result: 'pending', reason: 'ECONNECTION' },
    { at: expect.any(Number), result: 'dead', reason: 'EENVELOPE 550' },
  ]);
});

test('a mail is still delivered if the clock jumps six days ahead while the relay is down', async () => {
  const { outbox, events, directory } = await openOutbox([FAILED, FAILED, FAILED, FAILED, DELIVERED]);
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(async () => (await events()).failed).toBeGreaterThanOrEqual(2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * DAY_MS });

  await expect.poll(() => listIds(directory, 'delivered')).toEqual([entry(1).id]);
});

test('failures are counted across restarts, so the back-off continues', async () => {
  const first = await openOutbox([FAILED]);
  await first.outbox.put(entry(1));
  await first.outbox.start();
  await expect.poll(async () => (await first.events()).failed).toBeGreaterThanOrEqual(3);
  await first.outbox.stop(10_000);
  const readFailures = async () => (await listMessages(first.directory))[0]?.entry?.retries?.failures ?? 0;
  const before = await readFailures();
  expect(before).toBeGreaterThanOrEqual(3);

  const next = await openOutbox([FAILED], { directory: first.directory });
  await next.outbox.start();
  await expect.poll(readFailures).toBeGreaterThan(before);
});

test('when the relay is up again, mail that waited for it is sent at once', async () => {
  const directory = await temporaryDirectory();
  let isDown = true;
  const deliver: Deliver = async () => (isDown ? FAILED : DELIVERED);
  const database = createMailDatabase(databaseFileIn(directory));
  const outbox = createSqliteOutbox(database, directory, { deliver, retentionDays: 30, firstRetryMs: 600_000 });
  onTestFinished(() => outbox.stop(10_000));
  const events = await countMailEvents();
  await outbox.start();
  await fill(outbox, 3);
  await expect.poll(events).toMatchObject({ failed: 3 });

  isDown = false;
  await outbox.put(entry(4));
  await expect.poll(events).toMatchObject({ delivered: 4 });
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

test('two recipients get one copy each if the disk is full between them', async () => {
  const answered = { delivered: ['a@site.test'], refused: {} };
  const partly: DeliveryOutcome = { status: 'failed', reason: 'EENVELOPE 452', isRelayDown: false, answered };
  const seen: unknown[] = [];
  const refuse = `CREATE TRIGGER refuse BEFORE INSERT ON attempts BEGIN SELECT raise(ABORT, 'database or disk is full'); END`;
  const { outbox, database } = await openOutbox([partly, DELIVERED], {
    deliver: async (mail) => {
      if (seen.push(mail.answered) === 1) await execute(database, refuse);
      return DELIVERED;
    },
  });
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => seen).toHaveLength(1);
  await execute(database, 'DROP TRIGGER refuse');

  await expect.poll(() => seen).toEqual([undefined, answered]);
});

test('an entry that cannot be read becomes a dead letter and does not hold up other mail', async () => {
  const { outbox, database, attempts, directory } = await openOutbox([DELIVERED]);
  await fill(outbox, 2);
  await execute(database, `UPDATE messages SET entry = '{"id":' WHERE id = '${entry(0).id}'`);
  await outbox.start();

  await expect.poll(() => listIds(directory, 'dead')).toEqual([entry(0).id]);
  await expect.poll(() => attempts).toEqual([entry(1).id]);
});

test('delivered mail is removed after its retention, dead letters are not', async () => {
  const { outbox, directory } = await openOutbox([DELIVERED, { status: 'rejected', reason: 'x' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => listIds(directory, 'delivered')).toHaveLength(1);
  await outbox.put(entry(2));
  await expect.poll(() => listIds(directory, 'dead')).toHaveLength(1);
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
