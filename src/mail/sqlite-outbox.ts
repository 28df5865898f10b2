import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { log, parseJson } from '../framework/shared.ts';
import type { MailDatabase } from './mail-database.ts';
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
  succeedsWithin,
  toAttempt,
  unreadable,
} from './outbox.ts';

/** How often to look for messages that another process has stored or an operator has retried. */
const POLL_MS = 5_000;
/** A message whose holder was killed is sent again after this time. */
const HOLD_MS = 15_000;
const RENEW_MS = 5_000;
/** After this many errors in a row the back-off stops growing, at about a minute. */
const MAX_ERROR_BACKOFFS = 3;
/** More than the largest entry: the email of a 1.2 MB form, whose domain list becomes CSV attachments. */
const PROBE_BYTES = 4_000_000;

const Held = z.object({ id: z.string(), entry: z.string() });
const Counts = z.object({ pending: z.number(), sending: z.number(), dead: z.number(), oldest: z.number().nullable() });

/** Stores a message unless its id is stored. A quarantined message that is sent again is no longer quarantined. */
export const insertMessage = (
  database: DatabaseSync,
  entry: OutboxEntry,
  { state = 'pending', changedAt = Date.now() }: { readonly state?: string; readonly changedAt?: number } = {},
): void => {
  const json = JSON.stringify(entry);
  database
    .prepare(
      `INSERT INTO messages (id, state, accepted_at, changed_at, due_at, bytes, entry) VALUES (?, ?, ?, ?, 0, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
       WHERE messages.state = 'quarantined'`,
    )
    .run(entry.id, state, entry.acceptedAt, changedAt, Buffer.byteLength(json), json);
};

/** Sends a dead letter or a quarantined message again, at once. Returns whether there is one with this id. */
export const retryMessage = (database: DatabaseSync, id: string): boolean =>
  database
    .prepare(
      `UPDATE messages SET state = 'pending', due_at = 0, holder = NULL, changed_at = ?
       WHERE id = ? AND state IN ('dead', 'quarantined')`,
    )
    .run(Date.now(), id).changes > 0;

/** Removes a message that is neither delivered nor being sent. Returns whether there is one with this id. */
export const discardMessage = (database: DatabaseSync, id: string): boolean =>
  database.prepare(`DELETE FROM messages WHERE id = ? AND state <> 'delivered' AND holder IS NULL`).run(id).changes > 0;

const recordAttempt = (database: DatabaseSync, attempt: Attempt, now: number): void => {
  const { id } = attempt;
  const state = attempt.state === 'handed-over' ? 'delivered' : attempt.state;
  const entry = 'entry' in attempt && attempt.entry !== null ? JSON.stringify(attempt.entry) : null;
  const [dueAt, isBlocked] =
    attempt.state === 'pending' ? [now + attempt.retryMs, Number(attempt.isRelayDown)] : [0, 0];
  database
    .prepare(
      `UPDATE messages SET state = ?, entry = coalesce(?, entry), due_at = ?, is_blocked = ?, holder = NULL, changed_at = ? WHERE id = ?`,
    )
    .run(state, entry, dueAt, isBlocked, now, id);
  database
    .prepare('INSERT INTO attempts (message, at, result, reason) VALUES (?, ?, ?, ?)')
    .run(id, now, state, 'reason' in attempt ? attempt.reason : null);
};

/** Whether a file of `bytes` bytes can be written beside the database now. */
const hasSpace = async (directory: string, bytes: number): Promise<boolean> => {
  const probe = path.join(directory, `.${randomUUID()}.tmp`);
  try {
    // Random bytes, because some file systems store zeros without using space.
    await writeFile(probe, Buffer.alloc(bytes, randomBytes(4_096)), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
};

/**
 * The outbox in a SQLite file. Several processes may deliver from one file: each holds the messages that it sends, and renews its hold
 * while it does.
 *
 * @param directory where the database is.
 */
export const createSqliteOutbox = (
  { run }: MailDatabase,
  directory: string,
  { deliver, retentionDays, firstRetryMs }: OutboxOptions,
): Outbox => {
  const holder = randomUUID();
  const active = new Map<string, Promise<void>>();
  let isRunning = false;
  let timers: NodeJS.Timeout[] = [];
  let timer: NodeJS.Timeout | undefined;
  let dispatching: Promise<void> | null = null;
  let isWanted = false;
  let errors = 0;

  const hold = (count: number) =>
    run((database) => {
      const now = Date.now();
      const held = database
        .prepare(
          `UPDATE messages SET holder = ?, due_at = ? WHERE id IN (
             SELECT id FROM messages WHERE state = 'pending' AND due_at <= ? AND holder IS NOT ? ORDER BY due_at LIMIT ?
           ) RETURNING id, entry`,
        )
        .all(holder, now + HOLD_MS, now, holder, count);
      const next = database
        .prepare(`SELECT min(due_at) AS at FROM messages WHERE state = 'pending' AND holder IS NOT ?`)
        .get(holder);
      return { held: held.map((row) => Held.parse(row)), nextMs: Number(next?.at ?? Infinity) - now };
    });

  /**
   * Stores the result of an attempt, however long that takes: a message that the relay has must not be sent again because the disk is
   * full. Only the end of the process gives up.
   */
  const settle = async (attempt: Attempt): Promise<void> => {
    for (let failures = 1; ; failures += 1) {
      try {
        await run((database) => {
          const now = Date.now();
          recordAttempt(database, attempt, now);
          // The relay is up again, so other mail need not wait for the end of its back-off.
          if (attempt.state === 'delivered')
            database
              .prepare('UPDATE messages SET due_at = ?, is_blocked = 0 WHERE is_blocked = 1 AND holder IS NULL')
              .run(now);
        });
        return;
      } catch (error) {
        const retryMs = retryDelayMs(Math.min(failures, MAX_ERROR_BACKOFFS), firstRetryMs);
        log.error(
          { id: attempt.id, err: error, retryInS: Math.round(retryMs / 1000) },
          'the result of a delivery cannot be stored yet',
        );
        if (!isRunning) return;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  };

  const attemptDelivery = async ({ id, entry }: z.output<typeof Held>): Promise<void> => {
    const mail = OutboxEntry.safeParse(parseJson(entry)).data;
    const attempt = mail ? toAttempt(mail, await deliver(mail), { firstRetryMs }) : unreadable(id);
    await settle(attempt);
    reportAttempt(attempt);
  };

  const dispatchAfter = (ms: number): void => {
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(dispatch, ms).unref();
  };

  const dispatchOnce = async (): Promise<void> => {
    isWanted = false;
    const free = CONCURRENCY - active.size;
    if (free <= 0) return;
    try {
      const { held, nextMs } = await hold(free);
      errors = 0;
      for (const row of held) {
        const sending = attemptDelivery(row)
          .catch((error) => log.error({ id: row.id, err: error }, 'a delivery failed'))
          .finally(() => {
            active.delete(row.id);
            dispatch();
          });
        active.set(row.id, sending);
      }
      dispatchAfter(Math.min(Math.max(nextMs, 0), POLL_MS));
    } catch (error) {
      errors += 1;
      const retryMs = retryDelayMs(Math.min(errors, MAX_ERROR_BACKOFFS), firstRetryMs);
      log.error({ err: error, retryInS: Math.round(retryMs / 1000) }, 'the outbox cannot be read or written');
      countMessage('failed');
      dispatchAfter(retryMs);
    }
  };

  /** Sends what is due. One call at a time: a call meanwhile is made up for. */
  const dispatch = (): void => {
    isWanted = true;
    if (!isRunning || dispatching !== null) return;
    dispatching = dispatchOnce().finally(() => {
      dispatching = null;
      if (isWanted) dispatch();
    });
  };

  const every = (ms: number, work: (database: DatabaseSync) => void): void => {
    const runSafely = () => void run(work).catch((error) => log.error({ err: error }, 'the outbox cannot be written'));
    timers.push(setInterval(runSafely, ms).unref());
    runSafely();
  };

  const renewHolds = (database: DatabaseSync): void => {
    if (active.size > 0)
      database.prepare('UPDATE messages SET due_at = ? WHERE holder = ?').run(Date.now() + HOLD_MS, holder);
  };

  const clean = (database: DatabaseSync): void => {
    database
      .prepare(`DELETE FROM messages WHERE state = 'delivered' AND changed_at < ?`)
      .run(Date.now() - retentionDays * DAY_MS);
    database.exec('PRAGMA incremental_vacuum');
  };

  return {
    has: (id) =>
      run(
        (database) =>
          database.prepare(`SELECT 1 FROM messages WHERE id = ? AND state <> 'quarantined'`).get(id) !== undefined,
      ),
    put: async (entry) => {
      await run((database) => insertMessage(database, entry));
      dispatch();
    },
    start: async () => {
      if (isRunning) return;
      isRunning = true;
      every(RENEW_MS, renewHolds);
      every(CLEANUP_INTERVAL_MS, clean);
      dispatch();
    },
    stop: async (limitMs) => {
      isRunning = false;
      clearTimeout(timer);
      for (const each of timers) clearInterval(each);
      timers = [];
      await succeedsWithin(limitMs, Promise.all([dispatching, ...active.values()]));
    },
    health: async () => {
      try {
        const counts = await run((database) =>
          Counts.parse(
            database
              .prepare(
                `SELECT count(*) FILTER (WHERE state = 'pending') AS pending, count(holder) AS sending,
                   count(*) FILTER (WHERE state = 'dead') AS dead, min(accepted_at) FILTER (WHERE state = 'pending') AS oldest
                 FROM messages WHERE state IN ('pending', 'dead')`,
              )
              .get(),
          ),
        );
        const { oldest, ...rest } = counts;
        const oldestPendingS = oldest === null ? 0 : Math.max(0, Math.round((Date.now() - oldest) / 1000));
        return { ...rest, oldestPendingS, writable: await hasSpace(directory, PROBE_BYTES) };
      } catch (error) {
        log.error({ err: error }, 'the outbox cannot be read');
        return { pending: 0, sending: 0, dead: 0, oldestPendingS: 0, writable: false };
      }
    },
  };
};
