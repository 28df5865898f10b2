import 'server-only';
import { renameSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../log.ts';
import { createClaimant, isClaimAlive } from './claimant.ts';
import {
  createDurably,
  isWritable,
  makeDirectory,
  removeOlderThan,
  syncDirectory,
  writeDurably,
} from './durable-files.ts';
import {
  CONCURRENCY,
  changedBy,
  DAY_MS,
  type DeliveryOutcome,
  GIVE_UP_AFTER_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  retryDelayMs,
} from './outbox.ts';

const SCAN_MS = 30_000;
const CLEAN_MS = 60 * 60 * 1000;
/** A try writes to the disk, and anybody may ask for one. */
const PROBE_MS = 1_000;
const SUFFIX = '.json';
const STATES = ['pending', 'sending', 'delivered', 'dead'] as const;

/** `acceptedAt`: from when on the days count until it is given up; for a file that is its modification time. */
type Waiting = { readonly acceptedAt: number; attempts: number; timer: NodeJS.Timeout | null; isBlocked: boolean };

/**
 * The outbox as a directory: a file a mail, and the directory it lies in is its state (`pending`, `sending`, `delivered`,
 * `dead`). An operator sends a dead one again by moving it back to `pending`. Several processes may share it: a mail is
 * claimed by renaming it to `sending/{id}~{claimant}.json`, which only one of them can do.
 */
export const createDiskOutbox = (
  root: string,
  { deliver, retentionDays, onEvent, firstRetryMs }: OutboxOptions,
): Outbox => {
  const directoryOf = (state: (typeof STATES)[number]) => path.join(root, state);
  const fileOf = (state: (typeof STATES)[number], name: string) => path.join(directoryOf(state), name + SUFFIX);
  const reasonOf = (state: 'pending' | 'dead', id: string) => path.join(directoryOf(state), `${id}.reason`);
  const claimant = createClaimant();
  const claimOf = (id: string) => fileOf('sending', `${id}~${claimant}`);

  const waiting = new Map<string, Waiting>();
  const ready = new Set<string>();
  const active = new Map<string, Promise<void>>();
  let timers: NodeJS.Timeout[] = [];
  let isRunning = false;
  let prepared: Promise<void> | null = null;
  let probe = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve(false) };

  const prepare = (): Promise<void> => {
    prepared ??= (async () => {
      for (const state of STATES) await makeDirectory(directoryOf(state));
    })().catch((error) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };

  const namesIn = async (state: (typeof STATES)[number]): Promise<string[]> =>
    (await readdir(directoryOf(state)).catch(() => []))
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length));

  const read = async (file: string): Promise<OutboxEntry | null> => {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return null;
    try {
      return OutboxEntry.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };

  const look = async (id: string): Promise<string | null> => {
    const claims = (await namesIn('sending'))
      .filter((name) => name.startsWith(`${id}~`))
      .map((name) => fileOf('sending', name));
    const files = [fileOf('pending', id), ...claims, fileOf('delivered', id), fileOf('dead', id)];
    let digest: string | null = null;
    // Should another process have put another mail since it left `pending`, the one that is further on was there first.
    for (const file of files) digest = (await read(file))?.digest ?? digest;
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
    waiting.set(id, { acceptedAt, attempts: 0, timer: null, isBlocked: false });
    makeReady(id);
  };

  const finish = async (id: string, state: 'pending' | 'delivered' | 'dead', reason?: string): Promise<void> => {
    // At once, without leaving the turn in which the relay's answer arrived: a process that ends in between sends twice.
    renameSync(claimOf(id), fileOf(state, id));
    if (reason) await writeFile(reasonOf('dead', id), `${new Date().toISOString()} ${reason}\n`);
    await syncDirectory(directoryOf(state));
    await syncDirectory(directoryOf('sending'));
  };

  const retryLater = (id: string, entry: Waiting, isBlocked: boolean): number => {
    entry.attempts += 1;
    entry.isBlocked = isBlocked;
    const delay = retryDelayMs(entry.attempts, firstRetryMs);
    if (isRunning) entry.timer = setTimeout(() => makeReady(id), delay).unref();
    return delay;
  };

  const settle = async (
    id: string,
    entry: Waiting,
    mail: OutboxEntry | null,
    outcome: DeliveryOutcome,
  ): Promise<void> => {
    if (outcome.status === 'delivered') {
      await finish(id, 'delivered');
      waiting.delete(id);
      log.info({ id, attempts: entry.attempts + 1 }, 'mail delivered');
      onEvent('delivered');
      for (const [other, { isBlocked, timer }] of waiting) if (isBlocked && timer) makeReady(other);
      return;
    }
    const isGivenUp = outcome.status === 'refused' || Date.now() - entry.acceptedAt > GIVE_UP_AFTER_MS;
    const changed = mail && changedBy(mail, outcome.answered, isGivenUp);
    if (changed) {
      await writeDurably(claimOf(id), JSON.stringify(changed));
      await utimes(claimOf(id), new Date(), new Date(entry.acceptedAt));
    }
    if (isGivenUp) {
      await finish(id, 'dead', outcome.reason);
      waiting.delete(id);
      log.error({ id, reason: outcome.reason }, 'mail given up and kept in the outbox under dead');
      onEvent('dead');
      return;
    }
    await finish(id, 'pending');
    const retryInS = Math.round(retryLater(id, entry, outcome.isRelayDown) / 1000);
    log.warn({ id, reason: outcome.reason, attempts: entry.attempts, retryInS }, 'mail not delivered yet');
    onEvent('failed');
  };

  const attempt = async (id: string, entry: Waiting): Promise<void> => {
    try {
      await rename(fileOf('pending', id), claimOf(id));
    } catch {
      // Another process has it, or the operator took it away.
      waiting.delete(id);
      return;
    }
    await syncDirectory(directoryOf('sending'));
    const mail = await read(claimOf(id));
    await settle(id, entry, mail, mail ? await deliver(mail) : { status: 'refused', reason: 'unreadable file' });
  };

  const drain = (): void => {
    for (const id of ready) {
      if (active.size >= CONCURRENCY) return;
      ready.delete(id);
      const entry = waiting.get(id);
      if (!entry || active.has(id)) continue;
      const run = attempt(id, entry)
        .catch((error) => {
          log.error({ id, err: error }, 'the outbox cannot be written');
          waiting.delete(id);
        })
        .finally(() => {
          active.delete(id);
          drain();
        });
      active.set(id, run);
    }
  };

  /** Claims of processes that are no more become pending again. Their mail may have arrived: its Message-ID tells. */
  const releaseClaims = async (): Promise<void> => {
    for (const name of await namesIn('sending')) {
      const id = name.slice(0, name.indexOf('~'));
      const found = active.has(id) ? null : await stat(fileOf('sending', name)).catch(() => null);
      if (!found || isClaimAlive(name.slice(id.length + 1), Date.now() - found.ctimeMs)) continue;
      await rename(fileOf('sending', name), fileOf('pending', id)).catch(() => undefined);
    }
  };

  /** A reason tells that the operator has moved a mail back, with or without it: its days count from now. */
  const welcomeBack = async (id: string): Promise<void> => {
    for (const reason of [reasonOf('dead', id), reasonOf('pending', id)]) {
      if (!(await stat(reason).catch(() => null))) continue;
      await utimes(fileOf('pending', id), new Date(), new Date());
      await rm(reason, { force: true });
    }
  };

  const scan = async (): Promise<void> => {
    await prepare();
    await releaseClaims();
    for (const id of await namesIn('pending')) {
      if (!waiting.has(id)) await welcomeBack(id).catch(() => undefined);
      const found = waiting.has(id) ? null : await stat(fileOf('pending', id)).catch(() => null);
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

  const isReady = (): Promise<boolean> => {
    const now = performance.now();
    if (now - probe.at < PROBE_MS) return probe.result;
    const result = prepare().then(
      () => isWritable(directoryOf('pending')),
      () => false,
    );
    probe = { at: now, result };
    return result;
  };

  return {
    find,
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
      const writable = await isReady();
      const dead = (await namesIn('dead')).length;
      const pending = isRunning ? waiting.size : (await namesIn('pending')).length;
      const oldest = [...waiting.values()].reduce((least, { acceptedAt }) => Math.min(least, acceptedAt), Date.now());
      return { pending, dead, oldestPendingS: Math.round((Date.now() - oldest) / 1000), writable };
    },
  };
};
