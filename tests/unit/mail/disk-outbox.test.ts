import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createDiskOutbox } from '../../../src/mail/disk-outbox.ts';
import type { Deliver, DeliveryOutcome, Outbox } from '../../../src/mail/outbox.ts';
import { countMailEvents } from '../../support/mail-events.ts';
import { entry, FAILED, testOutboxContract } from '../../support/outbox-contract.ts';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

const DAY_MS = 86_400_000;

let running: Outbox[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.map((outbox) => outbox.stop(10_000)));
  running = [];
});

testOutboxContract(async (options) => {
  const root = await temporaryDirectory();
  const openOutbox = async (): Promise<Outbox> => {
    const outbox = createDiskOutbox(root, options);
    running.push(outbox);
    return outbox;
  };
  return {
    outbox: await openOutbox(),
    readDead: async (id) => JSON.parse(await readFile(path.join(root, 'dead', `${id}.json`), 'utf8')),
    // A running outbox would see the file at its next scan, up to half a minute later; a new one sees it at once.
    retryDead: async (id) => {
      await rename(path.join(root, 'dead', `${id}.json`), path.join(root, 'pending', `${id}.json`));
      await (await openOutbox()).start();
    },
  };
});

/**
 * An outbox whose first attempts have these outcomes, in this order; all further attempts have the last one.
 * `untilAttempted(n)` resolves when the metrics have counted the results of at least n attempts.
 */
const createOutbox = async (root: string, outcomes: readonly DeliveryOutcome[], retentionDays = 30) => {
  const attempts: string[] = [];
  const deliver: Deliver = async ({ id }) => {
    attempts.push(id);
    return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? { status: 'delivered' };
  };
  const outbox = createDiskOutbox(root, { deliver, retentionDays, firstRetryMs: 1 });
  running.push(outbox);
  const events = await countMailEvents();
  const countAll = async () => Object.values(await events()).reduce((sum, count) => sum + count, 0);
  const untilAttempted = (count: number) => expect.poll(countAll, { interval: 5 }).toBeGreaterThanOrEqual(count);
  return { outbox, attempts, untilAttempted };
};

const filesIn = async (root: string, state: string) => (await readdir(path.join(root, state))).sort();

test('a delivered mail is moved to the directory `delivered` and not sent again', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  expect(await outbox.find(entry(1).id)).toBeNull();

  await outbox.put(entry(1));
  expect(await outbox.find(entry(1).id)).toBe('digest 1');
  await outbox.start();
  await untilAttempted(1);
  await outbox.put(entry(1));

  expect(await outbox.find(entry(1).id)).toBe('digest 1');
  expect(attempts).toHaveLength(1);
  expect(await filesIn(root, 'delivered')).toEqual([`${entry(1).id}.json`]);
});

test('mail that another process had leased when it exited is sent by the next process', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  await writeFile(
    path.join(root, 'sending', `${entry(1).id}~${hostname()}~999999999~other.json`),
    JSON.stringify(entry(1)),
  );
  expect(await outbox.find(entry(1).id)).toBe('digest 1');

  await outbox.start();
  await untilAttempted(1);

  expect(attempts).toEqual([entry(1).id]);
  expect(await filesIn(root, 'sending')).toEqual([]);
});

test('mail that another running process has leased is not sent', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  await writeFile(
    path.join(root, 'sending', `${entry(1).id}~${hostname()}~${process.ppid}~other.json`),
    JSON.stringify(entry(1)),
  );

  await outbox.start();
  await outbox.put(entry(2));
  await untilAttempted(1);

  expect(attempts).toEqual([entry(2).id]);
});

test('two outboxes that share a directory send each mail once', async () => {
  const root = await temporaryDirectory();
  const first = await createOutbox(root, [{ status: 'delivered' }]);
  for (let number = 0; number < 10; number += 1) await first.outbox.put(entry(number));
  const second = await createOutbox(root, [{ status: 'delivered' }]);

  await Promise.all([first.outbox.start(), second.outbox.start()]);
  while ((await filesIn(root, 'delivered')).length < 10) await new Promise((resolve) => setImmediate(resolve));

  expect([...first.attempts, ...second.attempts].sort()).toEqual(
    Array.from({ length: 10 }, (_, number) => entry(number).id),
  );
});

test('a dead letter has its reason in a file beside it', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [FAILED]);
  await outbox.put({ ...entry(1), retries: { failures: 29, since: Date.now() - 5 * DAY_MS - 1 } });

  await outbox.start();
  await untilAttempted(1);

  expect(attempts).toHaveLength(1);
  expect(await outbox.health()).toMatchObject({ pending: 0, dead: 1 });
  expect(await readFile(path.join(root, 'dead', `${entry(1).id}.reason`), 'utf8')).toMatch(/ ECONNECTION\n$/);
});

test('a mail is still delivered if the clock jumps six days ahead while the relay is down', async () => {
  const root = await temporaryDirectory();
  const { outbox, untilAttempted } = await createOutbox(root, [
    FAILED,
    FAILED,
    FAILED,
    FAILED,
    { status: 'delivered' },
  ]);
  await outbox.put(entry(1));
  await outbox.start();
  await untilAttempted(2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * DAY_MS });
  await untilAttempted(5);

  expect(await filesIn(root, 'dead')).toEqual([]);
  expect(await filesIn(root, 'delivered')).toEqual([`${entry(1).id}.json`]);
});

test('failures are counted across restarts, so the back-off continues', async () => {
  const root = await temporaryDirectory();
  const first = await createOutbox(root, [FAILED]);
  await first.outbox.put(entry(1));
  await first.outbox.start();
  await first.untilAttempted(3);
  await first.outbox.stop(10_000);
  const readFailures = async () =>
    JSON.parse(await readFile(path.join(root, 'pending', `${entry(1).id}.json`), 'utf8')).retries.failures;
  const before = await readFailures();
  expect(before).toBeGreaterThanOrEqual(3);

  const next = await createOutbox(root, [FAILED]);
  await next.outbox.start();
  await next.untilAttempted(1);
  await next.outbox.stop(10_000);

  expect(await readFailures()).toBeGreaterThan(before);
});

test.each([
  ['without its reason file', ['.json']],
  ['with its reason file', ['.json', '.reason']],
])('a dead letter that the operator moves back %s is retried as if it had never failed', async (_case, endings) => {
  const root = await temporaryDirectory();
  const { outbox, untilAttempted } = await createOutbox(root, [FAILED]);
  const weekAgo = Date.now() - 7 * DAY_MS;
  await outbox.put({ ...entry(1), acceptedAt: weekAgo, retries: { failures: 29, since: weekAgo } });
  await outbox.start();
  await untilAttempted(1);
  await outbox.stop(10_000);
  for (const ending of endings) {
    const name = `${entry(1).id}${ending}`;
    await rename(path.join(root, 'dead', name), path.join(root, 'pending', name));
  }

  const next = await createOutbox(root, [FAILED]);
  await next.outbox.start();
  await next.untilAttempted(2);
  await next.outbox.stop(10_000);

  expect(await filesIn(root, 'dead')).toEqual([]);
  expect(await filesIn(root, 'pending')).toEqual([`${entry(1).id}.json`]);
});

test('the responses of the relay by recipient and the time of the first failure survive a restart', async () => {
  const root = await temporaryDirectory();
  const answered = { delivered: ['a@site.test'], refused: { 'b@site.test': 'EENVELOPE 550' } };
  const { outbox, untilAttempted } = await createOutbox(root, [
    { status: 'failed', reason: 'EENVELOPE 451', isRelayDown: false, answered },
  ]);
  await outbox.put({ ...entry(1), retries: { failures: 40, since: Date.now() - 5 * DAY_MS + 60_000 } });
  await outbox.start();
  await untilAttempted(1);
  await outbox.stop(10_000);
  const stored = JSON.parse(await readFile(path.join(root, 'pending', `${entry(1).id}.json`), 'utf8'));
  expect(stored).toMatchObject({ digest: 'digest 1', answered });

  const next = await createOutbox(root, [{ status: 'failed', reason: 'ECONNECTION', isRelayDown: true }]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  await next.outbox.start();
  await next.untilAttempted(1);

  const dead = JSON.parse(await readFile(path.join(root, 'dead', `${entry(1).id}.json`), 'utf8'));
  // The rejected recipients are removed: if the operator retries the mail, it is sent to them again.
  expect(dead.answered).toEqual({ delivered: ['a@site.test'], refused: {} });
});

test('writability is probed at most once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const root = await temporaryDirectory();
  const { outbox } = await createOutbox(root, []);
  expect(await outbox.health()).toMatchObject({ writable: true });
  await rm(path.join(root, 'pending'), { recursive: true });

  vi.advanceTimersByTime(999);
  expect(await outbox.health()).toMatchObject({ writable: true });
  vi.advanceTimersByTime(1);
  expect(await outbox.health()).toMatchObject({ writable: false });
  await mkdir(path.join(root, 'pending'));
  vi.advanceTimersByTime(1_000);
  expect(await outbox.health()).toMatchObject({ writable: true });
});

test('a mail whose file cannot be read for a while stays pending and is delivered later', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  const file = path.join(root, 'pending', `${entry(1).id}.json`);
  // Reading a directory fails with EISDIR, which like EIO or EMFILE does not mean that the mail is malformed.
  await mkdir(file, { recursive: true });

  await outbox.start();
  await untilAttempted(1);
  expect(await filesIn(root, 'dead')).toEqual([]);
  await outbox.stop(10_000);
  expect(await filesIn(root, 'sending')).toEqual([]);
  await rm(file, { recursive: true });
  await writeFile(file, JSON.stringify(entry(1)));

  await outbox.start();
  await expect.poll(() => filesIn(root, 'delivered'), { interval: 20 }).toHaveLength(1);
  expect(attempts).toEqual([entry(1).id]);
});

test('a delivered mail that cannot be moved is not sent again, and is moved later', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  await outbox.put(entry(1));
  await rm(path.join(root, 'delivered'), { recursive: true });
  await writeFile(path.join(root, 'delivered'), 'in the way');

  await outbox.start();
  await untilAttempted(2);
  expect(await outbox.health()).toMatchObject({ pending: 1, sending: 1 });
  await rm(path.join(root, 'delivered'));
  await mkdir(path.join(root, 'delivered'));
  await expect.poll(() => filesIn(root, 'delivered'), { interval: 20 }).toHaveLength(1);

  await expect.poll(() => outbox.health(), { interval: 20 }).toMatchObject({ pending: 0, sending: 0 });

  expect(attempts).toEqual([entry(1).id]);
});

test('a rejected mail that cannot be moved goes back to pending, and becomes a dead letter later', async () => {
  const root = await temporaryDirectory();
  const { outbox, untilAttempted } = await createOutbox(root, [{ status: 'rejected', reason: 'EENVELOPE 550' }]);
  await outbox.put(entry(1));
  await rm(path.join(root, 'dead'), { recursive: true });
  await writeFile(path.join(root, 'dead'), 'in the way');

  await outbox.start();
  await untilAttempted(1);
  await outbox.stop(10_000);
  expect(await filesIn(root, 'sending')).toEqual([]);
  expect(await filesIn(root, 'pending')).toEqual([`${entry(1).id}.json`]);
  await rm(path.join(root, 'dead'));
  await mkdir(path.join(root, 'dead'));

  await outbox.start();
  const expected = [`${entry(1).id}.json`, `${entry(1).id}.reason`];
  await expect.poll(() => filesIn(root, 'dead'), { interval: 20 }).toEqual(expected);
});

test('a lease that could not be released after an error is released by a later scan', async () => {
  const root = await temporaryDirectory();
  const pending = path.join(root, 'pending');
  const outcomes: DeliveryOutcome[] = [FAILED];
  const attempts: string[] = [];
  const events = await countMailEvents();
  const outbox = createDiskOutbox(root, {
    deliver: async ({ id }) => {
      attempts.push(id);
      if (attempts.length === 1) {
        await rename(pending, `${pending}-gone`);
        await writeFile(pending, 'in the way');
      }
      return outcomes[attempts.length - 1] ?? { status: 'delivered' };
    },
    retentionDays: 30,
    firstRetryMs: 1,
  });
  running.push(outbox);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(async () => (await events()).failed, { interval: 20 }).toBeGreaterThanOrEqual(1);
  expect(await filesIn(root, 'sending')).toHaveLength(1);

  await rm(pending);
  await rename(`${pending}-gone`, pending);
  const scanAndList = () => {
    vi.advanceTimersByTime(30_000);
    return filesIn(root, 'delivered');
  };
  await expect.poll(scanAndList, { interval: 20 }).toHaveLength(1);

  expect(attempts).toEqual([entry(1).id, entry(1).id]);
});

test('leased mail counts as pending and as sending', async () => {
  const root = await temporaryDirectory();
  const { outbox } = await createOutbox(root, []);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  const leased = path.join(root, 'sending', `${entry(1).id}~${hostname()}~${process.ppid}~other.json`);
  await writeFile(leased, JSON.stringify(entry(1)));
  const accepted = new Date(Date.now() - 90_000);
  await utimes(leased, accepted, accepted);
  await outbox.put(entry(2));

  expect(await outbox.health()).toEqual({ pending: 2, sending: 1, dead: 0, oldestPendingS: 90, writable: true });
});

test('a malformed file becomes a dead letter and does not hold up other mail', async () => {
  const root = await temporaryDirectory();
  await mkdir(path.join(root, 'pending'), { recursive: true });
  await writeFile(path.join(root, 'pending', `${entry(1).id}.json`), '{"id":');
  const { outbox, attempts, untilAttempted } = await createOutbox(root, [{ status: 'delivered' }]);
  await outbox.put(entry(2));

  await outbox.start();
  await untilAttempted(2);

  expect(attempts).toEqual([entry(2).id]);
  expect(await filesIn(root, 'dead')).toEqual([`${entry(1).id}.json`, `${entry(1).id}.reason`]);
});

test('delivered mail is removed after its retention, dead letters are not', async () => {
  const root = await temporaryDirectory();
  const { outbox, untilAttempted } = await createOutbox(root, [
    { status: 'delivered' },
    { status: 'rejected', reason: 'x' },
  ]);
  await outbox.put(entry(1));
  await outbox.start();
  await untilAttempted(1);
  await outbox.put(entry(2));
  await untilAttempted(2);
  await outbox.stop(10_000);
  const later = Date.now() + 31 * DAY_MS;

  const next = await createOutbox(root, []);
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  await next.outbox.start();
  while ((await filesIn(root, 'delivered')).length > 0) await new Promise((resolve) => setImmediate(resolve));

  expect(await filesIn(root, 'dead')).toContain(`${entry(2).id}.json`);
});
