import 'server-only';
import { renameSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../framework/log.ts';
import {
  createDurably,
  isWritable,
  makeDirectory,
  removeOlderThan,
  syncDirectory,
  writeDurably,
} from './durable-files.ts';
import { createLease, isLeaseAlive } from './lease.ts';
import {
  afterFailure,
  CONCURRENCY,
  DAY_MS,
  type DeliveryOutcome,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  retryDelayMs,
} from './outbox.ts';
import { shareResult } from './shared-result.ts';

const SCAN_MS = 30_000;
const CLEAN_MS = 60 * 60 * 1000;
/** A probe writes to the disk, and every health check asks for one. */
const PROBE_MS = 1_000;
/** More than the largest message takes: a form of 1.2 MB with the tables that are made of its domains. */
const PROBE_BYTES = 4_000_000;
/** After file system errors the back-off stops growing at the third error in a row, at about a minute. */
const MAX_ERROR_PAUSES = 3;
const SUFFIX = '.json';
const STATES = ['pending', 'sending', 'delivered', 'dead'] as const;

type Waiting = {
  /** The modification time of the file, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Errors of the file system in a row. */
  errors: number;
  timer: NodeJS.Timeout | null;
  /** The relay was down at the last attempt. */
  isBlocked: boolean;
  /** The relay has the mail, but moving its file to `delivered` failed. */
  isDelivered: boolean;
};

/** The content of a file. An error other than a missing file is thrown, since it says nothing about the mail. */
type Stored = OutboxEntry | 'missing' | 'malformed';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const read = async (file: string): Promise<Stored> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
  try {
    return OutboxEntry.parse(JSON.parse(text));
  } catch {
    return 'malformed';
  }
};

export type DiskOutbox = Outbox & {
  /** The digest of the entry of this id if it was delivered from here. */
  readonly findDelivered: (id: string) => Promise<string | null>;
};

/**
 * The outbox as a directory: a file a mail, and the directory it lies in is its state (`pending`, `sending`, `delivered`,
 * `dead`). An operator sends a dead one again by moving it back to `pending`. Several processes may share it: a mail is
 * claimed by renaming it to `sending/{id}~{lease}.json`, which only one of them can do.
 */
export const createDiskOutbox = (
  root: string,
  { deliver, retentionDays, onEvent, firstRetryMs }: OutboxOptions,
): DiskOutbox => {
  const directoryOf = (state: (typeof STATES)[number]) => path.join(root, state);
  const fileOf = (state: (typeof STATES)[number], name: string) => path.join(directoryOf(state), name + SUFFIX);
  const reasonOf = (state: 'pending' | 'dead', id: string) => path.join(directoryOf(state), `${id}.reason`);
  const lease = createLease();
  const claimOf = (id: string) => fileOf('sending', `${id}~${lease}`);

  const waiting = new Map<string, Waiting>();
  const ready = new Set<string>();
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

  const namesIn = async (state: (typeof STATES)[number]): Promise<string[]> => {
    try {
      const names = await readdir(directoryOf(state));
      return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  const look = async (id: string): Promise<string | null> => {
    const claims = (await namesIn('sending'))
      .filter((name) => name.startsWith(`${id}~`))
      .map((name) => fileOf('sending', name));
    const files = [fileOf('pending', id), ...claims, fileOf('delivered', id), fileOf('dead', id)];
    let digest: string | null = null;
    // Should another process have put another mail since it left `pending`, the one that is further on was there first.
    for (const file of files) {
      const stored = await read(file);
      if (typeof stored === 'object') digest = stored.digest;
    }
    return digest;
  };

  /** A mail may be renamed behind the back of one look, not of two. */
  const find = async (id: string): Promise<string | null> => (await look(id)) ?? (await look(id));

  const makeReady = (id: string): void => {
    const entry = waiting.get(id);
    if (!entry || !isRunning) return;
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    ready.add(id);
    drain();
  };

  const wait = (id: string, acceptedAt: number): void => {
    if (waiting.has(id)) return;
    waiting.set(id, { acceptedAt, errors: 0, timer: null, isBlocked: false, isDelivered: false });
    makeReady(id);
  };

  /** Ends the lease. Once the file is moved, an error below costs at most a repeat after a loss of power. */
  const finish = async (id: string, state: 'pending' | 'delivered' | 'dead', reason?: string): Promise<void> => {
    // At once, without leaving the turn in which the relay's answer arrived: a process that ends in between sends twice.
    renameSync(claimOf(id), fileOf(state, id));
    try {
      if (reason) await writeFile(reasonOf('dead', id), `${new Date().toISOString()} ${reason}\n`);
      await syncDirectory(directoryOf(state));
      await syncDirectory(directoryOf('sending'));
    } catch (error) {
      log.warn({ id, err: error }, 'the new state of a mail may not survive a loss of power');
    }
  };

  /** @returns the pause in milliseconds. */
  const retryLater = (id: string, entry: Waiting, failures: number): number => {
    const delay = retryDelayMs(failures, firstRetryMs);
    if (isRunning) entry.timer = setTimeout(() => makeReady(id), delay).unref();
    return delay;
  };

  const settleDelivered = async (id: string, entry: Waiting, failures: number): Promise<void> => {
    entry.isDelivered = true;
    await finish(id, 'delivered');
    waiting.delete(id);
    log.info({ id, attempts: failures + 1 }, 'mail delivered');
    onEvent('delivered');
    for (const [other, { isBlocked, timer }] of waiting) if (isBlocked && timer) makeReady(other);
  };

  const giveUp = async (id: string, reason: string): Promise<void> => {
    await finish(id, 'dead', reason);
    waiting.delete(id);
    log.error({ id, reason }, 'mail given up and kept in the outbox under dead');
    onEvent('dead');
  };

  const settle = async (id: string, entry: Waiting, mail: OutboxEntry, outcome: DeliveryOutcome): Promise<void> => {
    if (outcome.status === 'delivered') return settleDelivered(id, entry, mail.retries?.failures ?? 0);
    if (outcome.status === 'handed-over') {
      await rm(claimOf(id), { force: true });
      waiting.delete(id);
      log.info({ id }, 'mail handed over to the other outbox');
      return;
    }
    const { entry: changed, failures, isGivenUp } = afterFailure(mail, outcome);
    await writeDurably(claimOf(id), JSON.stringify(changed));
    await utimes(claimOf(id), new Date(), new Date(entry.acceptedAt));
    if (isGivenUp) return giveUp(id, outcome.reason);
    await finish(id, 'pending');
    entry.errors = 0;
    entry.isBlocked = outcome.status === 'failed' && outcome.isRelayDown;
    const retryInS = Math.round(retryLater(id, entry, failures) / 1000);
    log.warn({ id, reason: outcome.reason, attempts: failures, retryInS }, 'mail not delivered yet');
    onEvent('failed');
  };

  const attempt = async (id: string, entry: Waiting): Promise<void> => {
    if (entry.isDelivered) return settleDelivered(id, entry, 0);
    try {
      await rename(fileOf('pending', id), claimOf(id));
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Another process has it, or the operator took it away.
      waiting.delete(id);
      return;
    }
    await syncDirectory(directoryOf('sending'));
    const mail = await read(claimOf(id));
    if (mail === 'malformed') return giveUp(id, 'malformed file');
    if (mail === 'missing') waiting.delete(id);
    else await settle(id, entry, mail, await deliver(mail));
  };

  /** After an error of the file system: the lease ends, unless the relay has the mail, and the mail is tried again. */
  const recover = async (id: string, entry: Waiting, error: unknown): Promise<void> => {
    if (!entry.isDelivered) await rename(claimOf(id), fileOf('pending', id)).catch(() => undefined);
    entry.errors += 1;
    const retryInS = Math.round(retryLater(id, entry, Math.min(entry.errors, MAX_ERROR_PAUSES)) / 1000);
    log.error({ id, err: error, retryInS }, 'the outbox cannot be read or written');
    onEvent('failed');
  };

  const drain = (): void => {
    for (const id of ready) {
      if (active.size >= CONCURRENCY) return;
      ready.delete(id);
      const entry = waiting.get(id);
      if (!entry || active.has(id)) continue;
      const run = attempt(id, entry)
        .catch((error) => recover(id, entry, error))
        .finally(() => {
          active.delete(id);
          drain();
        });
      active.set(id, run);
    }
  };

  const idOfClaim = (name: string): string => name.slice(0, name.indexOf('~'));

  /** A lease of this process with no attempt running is left over from an error, and is released. */
  const isHeld = (id: string, holder: string, ageMs: number): boolean =>
    holder === lease ? active.has(id) || waiting.get(id)?.isDelivered === true : isLeaseAlive(holder, ageMs);

  /** Releases the leases of processes that have exited. Their mail may be sent twice, under the same Message-ID. */
  const releaseClaims = async (): Promise<void> => {
    for (const name of await namesIn('sending')) {
      const id = idOfClaim(name);
      const found = active.has(id) ? null : await stat(fileOf('sending', name)).catch(() => null);
      if (!found || isHeld(id, name.slice(id.length + 1), Date.now() - found.ctimeMs)) continue;
      await rename(fileOf('sending', name), fileOf('pending', id)).catch(() => undefined);
    }
  };

  const scan = async (): Promise<void> => {
    await prepare();
    await releaseClaims();
    for (const id of await namesIn('pending')) {
      if (waiting.has(id)) continue;
      // A mail that the operator moved back may have its reason with it, or have left it behind.
      for (const state of ['pending', 'dead'] as const) await rm(reasonOf(state, id), { force: true });
      const found = await stat(fileOf('pending', id)).catch(() => null);
      if (found) wait(id, found.mtimeMs);
    }
  };

  const clean = async (): Promise<void> => {
    await prepare();
    await removeOlderThan(directoryOf('delivered'), SUFFIX, retentionDays * DAY_MS);
    for (const state of STATES) await removeOlderThan(directoryOf(state), '.tmp', CLEAN_MS);
  };

  const every = (ms: number, run: () => Promise<void>): void => {
    const safely = () => void run().catch((error) => log.error({ err: error }, 'the outbox cannot be read'));
    timers.push(setInterval(safely, ms).unref());
    safely();
  };

  const hasRoom = shareResult(PROBE_MS, () =>
    prepare().then(
      () => isWritable(directoryOf('pending'), PROBE_BYTES),
      () => false,
    ),
  );

  return {
    find,
    isWritable: hasRoom,
    findDelivered: async (id) => {
      const stored = await read(fileOf('delivered', id));
      return typeof stored === 'object' ? stored.digest : null;
    },
    put: async (entry) => {
      await prepare();
      if ((await find(entry.id)) !== null) return;
      await createDurably(fileOf('pending', entry.id), JSON.stringify(entry));
      wait(entry.id, entry.acceptedAt);
    },
    start: async () => {
      if (isRunning) return;
      isRunning = true;
      every(SCAN_MS, scan);
      every(CLEAN_MS, clean);
      for (const id of waiting.keys()) makeReady(id);
    },
    stop: async (limitMs) => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
      for (const { timer } of waiting.values()) if (timer) clearTimeout(timer);
      const limit = new AbortController();
      const timeout = setTimeout(() => limit.abort(), limitMs);
      const over = new Promise<void>((resolve) => limit.signal.addEventListener('abort', () => resolve()));
      while (active.size > 0 && !limit.signal.aborted) await Promise.race([...active.values(), over]);
      clearTimeout(timeout);
      isRunning = false;
      ready.clear();
      waiting.clear();
    },
    health: async () => {
      try {
        const writable = await hasRoom();
        const [pending, claims, dead] = await Promise.all([namesIn('pending'), namesIn('sending'), namesIn('dead')]);
        const others = [
          ...pending.map((name) => ({ id: name, file: fileOf('pending', name) })),
          ...claims.map((name) => ({ id: idOfClaim(name), file: fileOf('sending', name) })),
        ].filter(({ id }) => !waiting.has(id));
        const times = await Promise.all(others.map(({ file }) => stat(file).then(({ mtimeMs }) => mtimeMs, Date.now)));
        const oldest = [...waiting.values()].reduce((least, { acceptedAt }) => Math.min(least, acceptedAt), Date.now());
        return {
          pending: waiting.size + new Set(others.map(({ id }) => id)).size,
          sending: claims.length,
          dead: dead.length,
          oldestPendingS: Math.round((Date.now() - Math.min(oldest, ...times)) / 1000),
          writable,
        };
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read');
        return { pending: 0, sending: 0, dead: 0, oldestPendingS: 0, writable: false };
      }
    },
  };
};
