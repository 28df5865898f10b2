import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { log, parseJson } from '../framework/shared.ts';
import type { MailDatabase } from './mail-database.ts';
import {
  type Attempt,
  attemptDelivery,
  CLEANUP_INTERVAL_MS,
  CONCURRENCY,
  DAY_MS,
  LONGEST_RETRY_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  reportAttempt,
  retryDelayMs,
  UNREADABLE,
  waitFor,
} from './outbox.ts';

/** How often the outbox looks for what is due again, and for what an operator has changed. */
const LOOK_INTERVAL_MS = 5_000;
/** More than the largest entry: the email of a 1.2 MB form, whose domain list becomes CSV attachments. */
const PROBE_BYTES = 4_000_000;

const MAX_QUARANTINED: Readonly<Record<'messages' | 'bytes', number>> = { messages: 5_000, bytes: 50_000_000 };

const Due = z.object({ id: z.string(), entry: z.string(), failures: z.number() });
const StateCount = z.object({ state: z.string(), count: z.number(), oldest: z.number() });

/** Stores a message, as `Outbox.put` describes. */
export const insertMessage = (
  database: DatabaseSync,
  entry: OutboxEntry,
  state: 'pending' | 'delivered' | 'dead' | 'quarantined' = 'pending',
  changedAt = Date.now(),
): void => {
  const json = JSON.stringify(entry);
  database
    .prepare(
      `INSERT INTO messages (id, state, accepted_at, changed_at, bytes, entry) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
       WHERE messages.state = 'quarantined'`,
    )
    .run(entry.id, state, entry.acceptedAt, changedAt, Buffer.byteLength(json), json);
};

const REMOVE_OLDEST_QUARANTINED = `
  DELETE FROM messages WHERE id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER newest AS position, sum(bytes) OVER newest AS size
      FROM messages WHERE state = 'quarantined' WINDOW newest AS (ORDER BY changed_at DESC, rowid DESC)
    ) WHERE position > ? OR size > ?
  )`;

const recordAttempt = (database: DatabaseSync, id: string, attempt: Attempt): void => {
  const now = Date.now();
  const [failures, dueAt] = attempt.state === 'pending' ? [1, now + attempt.retryMs] : [0, 0];
  const [reason, entry] = attempt.state === 'delivered' ? [null, null] : [attempt.reason, attempt.entry];
  const { changes } = database
    .prepare(
      `UPDATE messages SET state = ?, entry = coalesce(?, entry), failures = failures + ?, due_at = ?, changed_at = ?
       WHERE id = ?`,
    )
    .run(attempt.state, entry && JSON.stringify(entry), failures, dueAt, now, id);
  // An operator may have discarded the message meanwhile.
  if (changes > 0) database.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?)').run(id, now, attempt.state, reason);
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
 * The outbox in the database of this instance. A message that was being sent when the process was killed is still
 * pending, so the next start sends it.
 */
export const createSqliteOutbox = (
  { run, directory }: MailDatabase,
  { retentionDays, ...options }: OutboxOptions,
  maxQuarantined = MAX_QUARANTINED,
): Outbox => {
  const sending = new Map<string, Promise<void>>();
  let timers: NodeJS.Timeout[] = [];
  let isRunning = false;
  let looking = Promise.resolve();

  /**
   * Stores the result of an attempt, however long that takes: a message that the relay has must not be sent again
   * because the disk is full. Only the end of the process gives up.
   */
  const settle = async (id: string, attempt: Attempt): Promise<void> => {
    for (;;) {
      try {
        return await run((database) => recordAttempt(database, id, attempt));
      } catch (error) {
        log.error({ id, err: error }, 'the result of a delivery cannot be stored yet');
        if (!isRunning) return;
        await sleep(retryDelayMs(1, options.firstRetryMs), undefined, { ref: false });
      }
    }
  };

  const send = async ({ id, entry, failures }: z.output<typeof Due>): Promise<void> => {
    const mail = OutboxEntry.safeParse(parseJson(entry)).data;
    const attempt = mail ? await attemptDelivery(mail, failures, options) : UNREADABLE;
    await settle(id, attempt);
    reportAttempt(id, attempt, failures);
    // One millisecond more, because Node's timers may fire that much too early, when the message is not due yet.
    if (attempt.state === 'pending') setTimeout(sendDue, attempt.retryMs + 1).unref();
  };

  const look = async (): Promise<void> => {
    if (!isRunning || sending.size >= CONCURRENCY) return;
    const now = Date.now();
    try {
      const due = await run((database) =>
        database
          .prepare(
            // A message that is due later than any retry failed while the clock was ahead.
            `SELECT * FROM messages WHERE state = 'pending' AND (due_at <= ? OR due_at > ?) ORDER BY due_at, accepted_at LIMIT ?`,
          )
          .all(now, now + LONGEST_RETRY_MS, 2 * CONCURRENCY)
          .map((row) => Due.parse(row))
          .filter(({ id }) => !sending.has(id)),
      );
      for (const row of due.slice(0, CONCURRENCY - sending.size)) {
        const done = send(row).finally(() => {
          sending.delete(row.id);
          void sendDue();
        });
        sending.set(row.id, done);
      }
    } catch (error) {
      log.error({ err: error }, 'the outbox cannot be read');
    }
  };

  /** Sends what is due. One look at a time, so that none finds what another is about to send. */
  const sendDue = (): Promise<void> => {
    looking = looking.then(look);
    return looking;
  };

  const clean = (): Promise<unknown> =>
    run((database) =>
      database
        .prepare(`DELETE FROM messages WHERE state IN ('delivered', 'quarantined') AND changed_at < ?`)
        .run(Date.now() - retentionDays * DAY_MS),
    ).catch((error) => log.error({ err: error }, 'mail that is past its retention cannot be removed'));

  return {
    has: (id) =>
      run((database) => {
        const row = database.prepare(`SELECT 1 FROM messages WHERE id = ? AND state <> 'quarantined'`).get(id);
        return row !== undefined;
      }),
    put: async (entry, state = 'pending') => {
      await run((database) => {
        insertMessage(database, entry, state);
        if (state !== 'quarantined') return;
        database.prepare(REMOVE_OLDEST_QUARANTINED).run(maxQuarantined.messages, maxQuarantined.bytes);
      });
      void sendDue();
    },
    start: async () => {
      if (isRunning) return;
      isRunning = true;
      timers = [setInterval(sendDue, LOOK_INTERVAL_MS).unref(), setInterval(clean, CLEANUP_INTERVAL_MS).unref()];
      await clean();
      await sendDue();
    },
    stop: async (limitMs) => {
      isRunning = false;
      for (const timer of timers.splice(0)) clearInterval(timer);
      await waitFor(Promise.all(sending.values()), limitMs);
    },
    health: async () => {
      const health = { pending: 0, sending: sending.size, dead: 0, quarantined: 0, oldestPendingS: 0 };
      try {
        const rows = await run((database) =>
          database
            .prepare(
              `SELECT state, count(*) AS count, min(accepted_at) AS oldest FROM messages
               WHERE state IN ('pending', 'dead', 'quarantined') GROUP BY state`,
            )
            .all()
            .map((row) => StateCount.parse(row)),
        );
        const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
        const oldest = rows.find(({ state }) => state === 'pending')?.oldest ?? Date.now();
        const oldestPendingS = Math.max(0, Math.round((Date.now() - oldest) / 1000));
        const writable = await hasSpace(directory, PROBE_BYTES);
        return { ...health, ...counts, oldestPendingS, writable };
      } catch (error) {
        log.error({ err: error }, 'no message can be stored');
        return { ...health, writable: false };
      }
    },
  };
};
