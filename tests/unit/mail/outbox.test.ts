import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createDiskOutbox } from '../../../src/mail/disk-outbox.ts';
import {
  afterFailure,
  type Deliver,
  type DeliveryOutcome,
  type Failure,
  type Outbox,
  type OutboxEntry,
  retryDelayMs,
} from '../../../src/mail/outbox.ts';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

const DAY_MS = 86_400_000;

let running: Outbox[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.map((outbox) => outbox.stop(100)));
  running = [];
});

const entry = (number: number): OutboxEntry => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  digest: `digest ${number}`,
  reference: 'P-0000-0000',
  acceptedAt: Date.now(),
  proof: 'absent',
  mail: { route: 'contact', visitor: { address: 'a@b.test' }, subject: 's', text: 't', html: 'h', attachments: [] },
});

/** An outbox whose deliveries are ended by the test, in the order in which they began. */
const createOutbox = async (root: string, outcomes: readonly DeliveryOutcome[], retentionDays = 30) => {
  const attempts: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const deliver: Deliver = async ({ id }) => {
    attempts.push(id);
    return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? { status: 'delivered' };
  };
  let events = 0;
  const onEvent = () => {
    events += 1;
    for (const { count, resolve } of waiting) if (events >= count) resolve();
  };
  const outbox = createDiskOutbox(root, { deliver, retentionDays, onEvent, firstRetryMs: 1 });
  running.push(outbox);
  const settled = (count: number) =>
    new Promise<void>((resolve) => (events >= count ? resolve() : waiting.push({ count, resolve })));
  return { outbox, attempts, settled };
};

const filesIn = async (root: string, state: string) => (await readdir(path.join(root, state))).sort();

test('the pauses between attempts double from 15 seconds to 6 hours, a quarter more or less', () => {
  const seconds = [1, 2, 3, 4, 10, 11, 12, 1_000].map((attempt) => retryDelayMs(attempt, undefined, 0.5) / 1000);

  expect(seconds).toEqual([15, 30, 60, 120, 7_680, 15_360, 21_600, 21_600]);
  expect([retryDelayMs(1, undefined, 0), retryDelayMs(1, undefined, 1)]).toEqual([11_250, 18_750]);
});

test('an entry is found in whatever state it is, and is not put again', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  expect(await outbox.find(entry(1).id)).toBeNull();

  await outbox.put(entry(1));
  expect(await outbox.find(entry(1).id)).toBe('digest 1');
  await outbox.start();
  await settled(1);
  await outbox.put(entry(1));

  expect(await outbox.find(entry(1).id)).toBe('digest 1');
  expect(attempts).toHaveLength(1);
  expect(await filesIn(root, 'delivered')).toEqual([`${entry(1).id}.json`]);
});

test('what another process was sending when it ended is sent by the next', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  await writeFile(
    path.join(root, 'sending', `${entry(1).id}~${hostname()}~999999999~other.json`),
    JSON.stringify(entry(1)),
  );
  expect(await outbox.find(entry(1).id)).toBe('digest 1');

  await outbox.start();
  await settled(1);

  expect(attempts).toEqual([entry(1).id]);
  expect(await filesIn(root, 'sending')).toEqual([]);
});

test('what another process is sending now is left to it', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  await writeFile(
    path.join(root, 'sending', `${entry(1).id}~${hostname()}~${process.ppid}~other.json`),
    JSON.stringify(entry(1)),
  );

  await outbox.start();
  await outbox.put(entry(2));
  await settled(1);

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

const FAILED: Failure = { status: 'failed', reason: 'ECONNECTION', isRelayDown: true };

test('after five days and thirty failures a mail is given up and kept, with the reason', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [FAILED]);
  await outbox.put({ ...entry(1), retries: { failures: 29, since: Date.now() - 5 * DAY_MS - 1 } });

  await outbox.start();
  await settled(1);

  expect(attempts).toHaveLength(1);
  expect(await outbox.health()).toMatchObject({ pending: 0, dead: 1 });
  expect(await readFile(path.join(root, 'dead', `${entry(1).id}.reason`), 'utf8')).toMatch(/ ECONNECTION\n$/);
});

test('a clock that jumps six days ahead while the relay is away ends no mail', async () => {
  const root = await temporaryDirectory();
  const { outbox, settled } = await createOutbox(root, [FAILED, FAILED, FAILED, FAILED, { status: 'delivered' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await settled(2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * DAY_MS });
  await settled(5);

  expect(await filesIn(root, 'dead')).toEqual([]);
  expect(await filesIn(root, 'delivered')).toEqual([`${entry(1).id}.json`]);
});

test('the failures of a mail are counted over restarts, and the pauses go on where they were', async () => {
  const root = await temporaryDirectory();
  const first = await createOutbox(root, [FAILED]);
  await first.outbox.put(entry(1));
  await first.outbox.start();
  await first.settled(3);
  await first.outbox.stop(100);
  const readFailures = async () =>
    JSON.parse(await readFile(path.join(root, 'pending', `${entry(1).id}.json`), 'utf8')).retries.failures;
  const before = await readFailures();
  expect(before).toBeGreaterThanOrEqual(3);

  const next = await createOutbox(root, [FAILED]);
  await next.outbox.start();
  await next.settled(1);
  await next.outbox.stop(100);

  expect(await readFailures()).toBeGreaterThan(before);
});

test('a dead mail that the operator moves back is sent at the next start', async () => {
  const root = await temporaryDirectory();
  const { outbox, settled } = await createOutbox(root, [{ status: 'refused', reason: 'EENVELOPE 550' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await settled(1);
  await outbox.stop(100);
  await rename(path.join(root, 'dead', `${entry(1).id}.json`), path.join(root, 'pending', `${entry(1).id}.json`));

  const next = await createOutbox(root, [{ status: 'delivered' }]);
  await next.outbox.start();
  await next.settled(1);

  expect(next.attempts).toEqual([entry(1).id]);
});

test.each([
  ['alone', ['.json']],
  ['with its reason', ['.json', '.reason']],
])('a dead mail that the operator moves back %s is tried for five days again', async (_case, endings) => {
  const root = await temporaryDirectory();
  const { outbox, settled } = await createOutbox(root, [FAILED]);
  const week = Date.now() - 7 * DAY_MS;
  await outbox.put({ ...entry(1), acceptedAt: week, retries: { failures: 29, since: week } });
  await outbox.start();
  await settled(1);
  await outbox.stop(100);
  for (const ending of endings) {
    const name = `${entry(1).id}${ending}`;
    await rename(path.join(root, 'dead', name), path.join(root, 'pending', name));
  }

  const next = await createOutbox(root, [FAILED]);
  await next.outbox.start();
  await next.settled(2);
  await next.outbox.stop(100);

  expect(await filesIn(root, 'dead')).toEqual([]);
  expect(await filesIn(root, 'pending')).toEqual([`${entry(1).id}.json`]);
});

test('a mail of the fallback that is given up is not offered to Redis when the operator has it tried again', () => {
  const refused = afterFailure({ ...entry(1), isForMain: true }, { status: 'refused', reason: 'EENVELOPE 550' });
  const failed = afterFailure({ ...entry(1), isForMain: true }, FAILED);

  expect([refused.entry.isForMain, failed.entry.isForMain]).toEqual([undefined, true]);
});

test('who has a mail and who was refused it is known after a restart, and its five days go on', async () => {
  const root = await temporaryDirectory();
  const answered = { delivered: ['a@site.test'], refused: { 'b@site.test': 'EENVELOPE 550' } };
  const { outbox, settled } = await createOutbox(root, [
    { status: 'failed', reason: 'EENVELOPE 451', isRelayDown: false, answered },
  ]);
  await outbox.put({ ...entry(1), retries: { failures: 40, since: Date.now() - 5 * DAY_MS + 60_000 } });
  await outbox.start();
  await settled(1);
  await outbox.stop(100);
  const kept = JSON.parse(await readFile(path.join(root, 'pending', `${entry(1).id}.json`), 'utf8'));
  expect(kept).toMatchObject({ digest: 'digest 1', answered });

  const next = await createOutbox(root, [{ status: 'failed', reason: 'ECONNECTION', isRelayDown: true }]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  await next.outbox.start();
  await next.settled(1);

  const dead = JSON.parse(await readFile(path.join(root, 'dead', `${entry(1).id}.json`), 'utf8'));
  // Sent again, it goes to everybody who does not have it.
  expect(dead.answered).toEqual({ delivered: ['a@site.test'], refused: {} });
});

test('whether the outbox can be written is tried once a second, however often it is asked', async () => {
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

test('a mail that cannot be read at the moment stays pending and is delivered later', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  const file = path.join(root, 'pending', `${entry(1).id}.json`);
  // Reading a directory fails with EISDIR: like EIO or EMFILE it says nothing about the mail.
  await mkdir(file, { recursive: true });

  await outbox.start();
  await settled(1);
  expect(await filesIn(root, 'dead')).toEqual([]);
  await outbox.stop(100);
  expect(await filesIn(root, 'sending')).toEqual([]);
  await rm(file, { recursive: true });
  await writeFile(file, JSON.stringify(entry(1)));

  await outbox.start();
  await expect.poll(() => filesIn(root, 'delivered'), { interval: 20 }).toHaveLength(1);
  expect(attempts).toEqual([entry(1).id]);
});

test('a mail that was delivered but cannot be moved is not sent again, and moved when that is possible', async () => {
  const root = await temporaryDirectory();
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  await outbox.put(entry(1));
  await rm(path.join(root, 'delivered'), { recursive: true });
  await writeFile(path.join(root, 'delivered'), 'in the way');

  await outbox.start();
  await settled(2);
  expect(await outbox.health()).toMatchObject({ pending: 1, sending: 1 });
  await rm(path.join(root, 'delivered'));
  await mkdir(path.join(root, 'delivered'));
  await expect.poll(() => filesIn(root, 'delivered'), { interval: 20 }).toHaveLength(1);

  await expect.poll(() => outbox.health(), { interval: 20 }).toMatchObject({ pending: 0, sending: 0 });

  expect(attempts).toEqual([entry(1).id]);
});

test('a mail whose refusal cannot be noted goes back to pending, and is given up when that is possible', async () => {
  const root = await temporaryDirectory();
  const { outbox, settled } = await createOutbox(root, [{ status: 'refused', reason: 'EENVELOPE 550' }]);
  await outbox.put(entry(1));
  await rm(path.join(root, 'dead'), { recursive: true });
  await writeFile(path.join(root, 'dead'), 'in the way');

  await outbox.start();
  await settled(1);
  await outbox.stop(100);
  expect(await filesIn(root, 'sending')).toEqual([]);
  expect(await filesIn(root, 'pending')).toEqual([`${entry(1).id}.json`]);
  await rm(path.join(root, 'dead'));
  await mkdir(path.join(root, 'dead'));

  await outbox.start();
  const expected = [`${entry(1).id}.json`, `${entry(1).id}.reason`];
  await expect.poll(() => filesIn(root, 'dead'), { interval: 20 }).toEqual(expected);
});

test('a lease that cannot be released after an error is released by a later scan', async () => {
  const root = await temporaryDirectory();
  const pending = path.join(root, 'pending');
  const outcomes: DeliveryOutcome[] = [FAILED];
  const attempts: string[] = [];
  const events: string[] = [];
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
    onEvent: (event) => events.push(event),
    firstRetryMs: 1,
  });
  running.push(outbox);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await outbox.put(entry(1));
  await outbox.start();
  await expect.poll(() => events, { interval: 20 }).toContain('failed');
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

test('mails that are being sent count as pending, and are told apart', async () => {
  const root = await temporaryDirectory();
  const { outbox } = await createOutbox(root, []);
  await mkdir(path.join(root, 'sending'), { recursive: true });
  const claim = path.join(root, 'sending', `${entry(1).id}~${hostname()}~${process.ppid}~other.json`);
  await writeFile(claim, JSON.stringify(entry(1)));
  const accepted = new Date(Date.now() - 90_000);
  await utimes(claim, accepted, accepted);
  await outbox.put(entry(2));

  expect(await outbox.health()).toEqual({ pending: 2, sending: 1, dead: 0, oldestPendingS: 90, writable: true });
});

test('a file that holds no mail is given up and does not stop the others', async () => {
  const root = await temporaryDirectory();
  await mkdir(path.join(root, 'pending'), { recursive: true });
  await writeFile(path.join(root, 'pending', `${entry(1).id}.json`), '{"id":');
  const { outbox, attempts, settled } = await createOutbox(root, [{ status: 'delivered' }]);
  await outbox.put(entry(2));

  await outbox.start();
  await settled(2);

  expect(attempts).toEqual([entry(2).id]);
  expect(await filesIn(root, 'dead')).toEqual([`${entry(1).id}.json`, `${entry(1).id}.reason`]);
});

test('the age of the oldest mail that waits is told', async () => {
  const root = await temporaryDirectory();
  const { outbox } = await createOutbox(root, []);
  await outbox.put({ ...entry(1), acceptedAt: Date.now() - 90_000 });
  await outbox.put(entry(2));

  expect(await outbox.health()).toEqual({ pending: 2, sending: 0, dead: 0, oldestPendingS: 90, writable: true });
});

test('after the days of retention a delivered mail is removed, and one that was not delivered is not', async () => {
  const root = await temporaryDirectory();
  const { outbox, settled } = await createOutbox(root, [{ status: 'delivered' }, { status: 'refused', reason: 'x' }]);
  await outbox.put(entry(1));
  await outbox.start();
  await settled(1);
  await outbox.put(entry(2));
  await settled(2);
  await outbox.stop(100);
  const later = Date.now() + 31 * DAY_MS;

  const next = await createOutbox(root, []);
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  await next.outbox.start();
  while ((await filesIn(root, 'delivered')).length > 0) await new Promise((resolve) => setImmediate(resolve));

  expect(await filesIn(root, 'dead')).toContain(`${entry(2).id}.json`);
});
