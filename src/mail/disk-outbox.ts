import 'server-only';
import { renameSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { log } from '../framework/shared.ts';
import {
  createDurably,
  isWritable,
  makeDirectory,
  removeOlderThan,
  syncDirectory,
  writeDurably,
} from './durable-files.ts';
import { createLease, isLeaseAlive } from './lease.ts';
import { countMessage } from './message-metrics.ts';
import {
  type Attempt,
  CLEANUP_INTERVAL_MS,
  CONCURRENCY,
  DAY_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  reportAttempt,
  retryDelayMs,
  succeeds,
  succeedsWithin,
  toAttempt,
} from './outbox.ts';
import { shareResult } from './shared-result.ts';

const SCAN_INTERVAL_MS = 30_000;
/** The writability probe writes to the disk, so its result is reused for this long. */
const PROBE_TTL_MS = 1_000;
/** More than the largest entry: the email of a 1.2 MB form, whose domain list becomes CSV attachments. */
const PROBE_BYTES = 4_000_000;
/** After this many file system errors in a row the back-off stops growing, at about a minute. */
const MAX_ERROR_BACKOFFS = 3;
const SUFFIX = '.json';
const STATES = ['pending', 'sending', 'delivered', 'dead'] as const;

type State = (typeof STATES)[number];

/** A mail that this process will deliver. */
type Scheduled = {
  /** Milliseconds since 1970. When the file is rewritten, its modification time is set to this. */
  readonly acceptedAt: number;
  /** Consecutive file system errors. */
  errors: number;
  timer: NodeJS.Timeout | null;
  /** The relay was down at the last attempt. */
  isBlocked: boolean;
  /** Set once the relay has the mail. If moving its file to `delivered` fails, a retry only repeats the move. */
  delivered: Attempt | null;
};

/** The result of a file operation; null if the file or directory does not exist. */
const unlessMissing = <Result>(operation: Promise<Result>): Promise<Result | null> =>
  operation.catch((error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });

/** @throws {Error} when the file exists but cannot be read, so that a disk error is not mistaken for a malformed file. */
const read = async (file: string): Promise<OutboxEntry | 'missing' | 'malformed'> => {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === null) return 'missing';
  try {
    return OutboxEntry.parse(JSON.parse(text));
  } catch {
    return 'malformed';
  }
};

const readDigest = async (file: string): Promise<string | null> => {
  const stored = await read(file);
  return typeof stored === 'object' ? stored.digest : null;
};

export type DiskOutbox = Outbox & {
  /** The digest of the entry with this id if this outbox delivered it; else null. */
  readonly findDelivered: (id: string) => Promise<string | null>;
};

/**
 * The outbox as a directory with one file per mail. The state of a mail is the subdirectory of its file: `pending`, `sending`,
 * `delivered` or `dead`. An operator retries a dead letter by moving it back to `pending`. Several processes may share the directory:
 * to lease a mail, a process renames its file to `sending/{id}~{lease}.json`, which only one of them can do.
 */
export const createDiskOutbox = (root: string, { deliver, retentionDays, firstRetryMs }: OutboxOptions): DiskOutbox => {
  const directoryOf = (state: State) => path.join(root, state);
  const fileOf = (state: State, name: string) => path.join(directoryOf(state), name + SUFFIX);
  const reasonOf = (state: 'pending' | 'dead', id: string) => path.join(directoryOf(state), `${id}.reason`);
  const lease = createLease();
  const leasedFileOf = (id: string) => fileOf('sending', `${id}~${lease}`);

  const scheduled = new Map<string, Scheduled>();
  const queue = pLimit(CONCURRENCY);
  const active = new Map<string, Promise<void>>();
  let timers: NodeJS.Timeout[] = [];
  let isRunning = false;
  let prepared: Promise<void> | null = null;

  const prepare = (): Promise<void> => {
    prepared ??= (async () => {
      for (const state of STATES) await makeDirectory(directoryOf(state));
    })().catch((error) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };

  const namesIn = async (state: State): Promise<string[]> => {
    const names = (await unlessMissing(readdir(directoryOf(state)))) ?? [];
    return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  };

  const findOnce = async (id: string): Promise<string | null> => {
    const leased = (await namesIn('sending')).filter((name) => name.startsWith(`${id}~`));
    const inSending = leased.map((name) => fileOf('sending', name));
    const files = [fileOf('pending', id), ...inSending, fileOf('delivered', id), fileOf('dead', id)];
    let digest: string | null = null;
    // The last file counts: after a mail has left `pending`, another process may store a different one with the same id there.
    for (const file of files) digest = (await readDigest(file)) ?? digest;
    return digest;
  };

  /** Looks twice, because a search can miss a mail whose file is renamed at the same time. */
  const find = async (id: string): Promise<string | null> => (await findOnce(id)) ?? (await findOnce(id));

  const enqueueAttempt = (id: string): void => {
    const mail = scheduled.get(id);
    if (!mail || !isRunning) return;
    if (mail.timer) clearTimeout(mail.timer);
    mail.timer = null;
    void queue(() => {
      const attempt = attemptDelivery(id, mail)
        .catch((error) => recover(id, mail, error))
        .finally(() => active.delete(id));
      active.set(id, attempt);
      return attempt;
    });
  };

  const schedule = (id: string, acceptedAt: number): void => {
    if (scheduled.has(id)) return;
    scheduled.set(id, { acceptedAt, errors: 0, timer: null, isBlocked: false, delivered: null });
    enqueueAttempt(id);
  };

  /** Ends the lease. If the directories cannot be synced, a power failure may undo the move; the mail is then sent again. */
  const moveTo = async (state: 'pending' | 'delivered' | 'dead', id: string, reason?: string): Promise<void> => {
    // Synchronous, to rename soon after the relay's response: if the process exits in between, the mail is sent twice.
    renameSync(leasedFileOf(id), fileOf(state, id));
    try {
      if (reason) await writeFile(reasonOf('dead', id), `${new Date().toISOString()} ${reason}\n`);
      await syncDirectory(directoryOf(state));
      await syncDirectory(directoryOf('sending'));
    } catch (error) {
      log.warn({ id, err: error }, 'the new state of a mail may not survive a power failure');
    }
  };

  const retryAfter = (id: string, mail: Scheduled, delayMs: number): void => {
    if (isRunning) mail.timer = setTimeout(() => enqueueAttempt(id), delayMs).unref();
  };

  const settle = async (mail: Scheduled, attempt: Attempt): Promise<void> => {
    const { id } = attempt;
    if (attempt.state === 'delivered') mail.delivered = attempt;
    if (attempt.state === 'dead' || attempt.state === 'pending') {
      await writeDurably(leasedFileOf(id), JSON.stringify(attempt.entry));
      await utimes(leasedFileOf(id), new Date(), new Date(mail.acceptedAt));
    }
    if (attempt.state === 'handed-over') await rm(leasedFileOf(id), { force: true });
    else await moveTo(attempt.state, id, attempt.state === 'dead' ? attempt.reason : undefined);
    if (attempt.state === 'pending') {
      mail.errors = 0;
      mail.isBlocked = attempt.isRelayDown;
      retryAfter(id, mail, attempt.retryMs);
    } else scheduled.delete(id);
    reportAttempt(attempt);
    // The relay is up again, so other mail need not wait for the end of its back-off.
    if (attempt.state === 'delivered')
      for (const [other, { isBlocked, timer }] of scheduled) if (isBlocked && timer) enqueueAttempt(other);
  };

  const giveUpMalformed = async (id: string): Promise<void> => {
    await moveTo('dead', id, 'malformed file');
    scheduled.delete(id);
    log.error({ id }, 'mail given up: its file is malformed');
    countMessage('dead');
  };

  const attemptDelivery = async (id: string, mail: Scheduled): Promise<void> => {
    if (mail.delivered) return settle(mail, mail.delivered);
    const isLeased = await unlessMissing(rename(fileOf('pending', id), leasedFileOf(id)).then(() => true));
    if (!isLeased) {
      // Another process has leased the mail, or the operator has removed it.
      scheduled.delete(id);
      return;
    }
    await syncDirectory(directoryOf('sending'));
    const entry = await read(leasedFileOf(id));
    if (entry === 'malformed') return giveUpMalformed(id);
    if (entry === 'missing') scheduled.delete(id);
    else await settle(mail, toAttempt(entry, await deliver(entry), { firstRetryMs }));
  };

  /** After a file system error: ends the lease, unless the relay already has the mail, and schedules a retry. */
  const recover = async (id: string, mail: Scheduled, error: unknown): Promise<void> => {
    if (!mail.delivered) await rename(leasedFileOf(id), fileOf('pending', id)).catch(() => undefined);
    mail.errors += 1;
    const retryMs = retryDelayMs(Math.min(mail.errors, MAX_ERROR_BACKOFFS), firstRetryMs);
    retryAfter(id, mail, retryMs);
    log.error({ id, err: error, retryInS: Math.round(retryMs / 1000) }, 'the outbox cannot be read or written');
    countMessage('failed');
  };

  const idOfLeased = (name: string): string => name.slice(0, name.indexOf('~'));

  /**
   * Releases the leases of processes that have exited, and those that an error in this process left behind. Mail of an exited process
   * may be sent twice, with the same Message-ID.
   */
  const releaseLeases = async (): Promise<void> => {
    for (const name of await namesIn('sending')) {
      const id = idOfLeased(name);
      const holder = name.slice(id.length + 1);
      const found = await stat(fileOf('sending', name)).catch(() => null);
      if (!found || active.has(id)) continue;
      const isHeld = holder === lease ? scheduled.get(id)?.delivered : isLeaseAlive(holder, Date.now() - found.ctimeMs);
      if (!isHeld) await rename(fileOf('sending', name), fileOf('pending', id)).catch(() => undefined);
    }
  };

  const scan = async (): Promise<void> => {
    await prepare();
    await releaseLeases();
    for (const id of await namesIn('pending')) {
      if (scheduled.has(id)) continue;
      // The operator may have moved a dead letter back with or without its `.reason` file.
      for (const state of ['pending', 'dead'] as const) await rm(reasonOf(state, id), { force: true });
      const found = await stat(fileOf('pending', id)).catch(() => null);
      if (found) schedule(id, found.mtimeMs);
    }
  };

  const clean = async (): Promise<void> => {
    await prepare();
    await removeOlderThan(directoryOf('delivered'), SUFFIX, retentionDays * DAY_MS);
    for (const state of STATES) await removeOlderThan(directoryOf(state), '.tmp', CLEANUP_INTERVAL_MS);
  };

  const runEvery = (ms: number, run: () => Promise<void>): void => {
    const runSafely = () => void run().catch((error) => log.error({ err: error }, 'the outbox cannot be read'));
    timers.push(setInterval(runSafely, ms).unref());
    runSafely();
  };

  const canStore = shareResult(
    PROBE_TTL_MS,
    async () => (await succeeds(prepare())) && isWritable(directoryOf('pending'), PROBE_BYTES),
  );

  return {
    find,
    isWritable: canStore,
    findDelivered: (id) => readDigest(fileOf('delivered', id)),
    put: async (entry) => {
      await prepare();
      if ((await find(entry.id)) !== null) return;
      await createDurably(fileOf('pending', entry.id), JSON.stringify(entry));
      schedule(entry.id, entry.acceptedAt);
    },
    start: async () => {
      if (isRunning) return;
      isRunning = true;
      runEvery(SCAN_INTERVAL_MS, scan);
      runEvery(CLEANUP_INTERVAL_MS, clean);
      for (const id of scheduled.keys()) enqueueAttempt(id);
    },
    stop: async (limitMs) => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      for (const { timer } of scheduled.values()) if (timer) clearTimeout(timer);
      isRunning = false;
      queue.clearQueue();
      await succeedsWithin(limitMs, Promise.all(active.values()));
      scheduled.clear();
    },
    health: async () => {
      try {
        const writable = await canStore();
        const [pending, leased, dead] = await Promise.all([namesIn('pending'), namesIn('sending'), namesIn('dead')]);
        const files = new Map([
          ...pending.map((id) => [id, fileOf('pending', id)] as const),
          ...leased.map((name) => [idOfLeased(name), fileOf('sending', name)] as const),
        ]);
        const times = [...scheduled.values()].map(({ acceptedAt }) => acceptedAt);
        for (const [id, file] of files)
          if (!scheduled.has(id)) times.push((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
        return {
          pending: times.length,
          sending: leased.length,
          dead: dead.length,
          oldestPendingS: Math.round((Date.now() - times.reduce((a, b) => Math.min(a, b), Date.now())) / 1000),
          writable,
        };
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read');
        return { pending: 0, sending: 0, dead: 0, oldestPendingS: 0, writable: false };
      }
    },
  };
};
