import 'server-only';
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, log, type Redis, resultCodeOf } from '../framework/shared.ts';

/**
 * Each migration brings a file from the version that is its index to the next (`PRAGMA user_version`). One that was
 * released never changes. Times are in milliseconds since 1970.
 *
 * - `messages`: `failures` counts the failed attempts since the message was accepted or an operator retried it. `entry`
 *   is an `OutboxEntry` as JSON.
 * - `captcha_solutions`: the message for which each solution was used, by a hash of the solution.
 */
const MIGRATIONS = [
  `
  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead', 'quarantined')),
    accepted_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_state ON messages (state, due_at);
  CREATE TABLE attempts (
    message TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    reason TEXT
  ) STRICT;
  CREATE INDEX attempts_by_message ON attempts (message);
  CREATE TABLE captcha_solutions (solution TEXT PRIMARY KEY, message TEXT NOT NULL, used_at INTEGER NOT NULL) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT;
  `,
];

/** How long a transaction waits for another process that uses the file. */
const LOCK_LIMIT_MS = 2_000;
const LOCK_RETRY_MS = 20;
const MAX_WAL_BYTES = 16 * 1024 * 1024;

const [BUSY, FULL] = [5, 13];

/** What an operator can do, by the result code of SQLite. */
const ADVICE: ReadonlyMap<number, string> = new Map([
  [BUSY, 'another process has locked it: `npm run mail -- backup` copies it without a lock'],
  [8, 'it is read-only: check the permissions of DATA_DIR'],
  [10, 'the disk reports an error: check it'],
  [11, 'it is damaged: stop the site, and restore it from a backup or move it away'],
  [FULL, 'the disk is full: free some space'],
  [14, 'it cannot be opened: check that DATA_DIR exists and is writable'],
  [26, 'it is not a database: stop the site, and restore it from a backup or move it away'],
]);

/** Identifies the file that a path leads to now. */
const identify = (file: string): string => {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : 'none';
};

/** Rows of `to` with the same key are replaced. */
const copyRows = (from: DatabaseSync, to: DatabaseSync): void => {
  for (const table of ['messages', 'attempts', 'captcha_solutions', 'secrets']) {
    for (const row of from.prepare(`SELECT * FROM ${table}`).iterate()) {
      const values = Object.values(row);
      to.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${values.map(() => '?')})`).run(...values);
    }
  }
};

/** @param replaced the file that was open at this path before; its rows are copied. */
const openDatabase = (location: string | URL, replaced: DatabaseSync | null): DatabaseSync => {
  const database = new DatabaseSync(location, { timeout: 0 });
  try {
    // First, because the pragmas below write to the file.
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version > MIGRATIONS.length) throw new Error(`it was written by a newer version of the site (${version})`);
    const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
    if (mode !== 'wal') {
      log.warn({ mode }, 'the disk of DATA_DIR does not support write-ahead logging: storing mail takes longer');
    }
    // Deleted messages are overwritten with zeros.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON');
    database.exec(`PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`);
    inTransaction(database, () => {
      for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
      if (version < MIGRATIONS.length) database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      if (replaced !== null) copyRows(replaced, database);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/**
 * Creates the file so that only its owner can read it, because it contains personal data. SQLite gives its other files
 * the same mode.
 */
const createFile = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
};

/**
 * The SQLite file in which the mail service keeps messages, and the forms their secret and used captcha solutions. It
 * is opened by the first use, and after an error by the next one, so that what an operator repairs needs no restart. SQLite
 * would go on writing to a file that was removed, moved or hidden by a mount, so its rows are copied to the new one.
 *
 * @param location the path, or for SQLite's own parameters a `file:` URL.
 */
export const createMailDatabase = (file: string, location: string | URL = file) => {
  let database: DatabaseSync | null = null;
  let identity = '';

  const close = (): void => {
    database?.close();
    database = null;
  };

  const openCurrent = (): DatabaseSync => {
    if (database !== null && identify(file) === identity) return database;
    createFile(file);
    const opened = openDatabase(location, database);
    if (database !== null)
      log.error({ file }, 'the file was removed or replaced: its rows were copied into the new one');
    database?.close();
    database = opened;
    identity = identify(file);
    return opened;
  };

  const runOnce = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const current = openCurrent();
    try {
      return inTransaction(current, work);
    } catch (error) {
      const code = resultCodeOf(error);
      if (code !== BUSY && code !== FULL) close();
      throw error;
    }
  };

  return {
    directory: path.dirname(file),
    /**
     * Runs `work` in one transaction. What it wrote is durable when this resolves. SQLite runs in the calling thread: a
     * message takes about a millisecond, one of the largest size about 50.
     *
     * @throws {Error} if the file cannot be used, or was locked for two seconds. Then nothing was written; the message
     *   says what an operator can do.
     */
    run: async <Result>(work: (database: DatabaseSync) => Result): Promise<Result> => {
      const endsAt = performance.now() + LOCK_LIMIT_MS;
      for (;;) {
        try {
          return runOnce(work);
        } catch (error) {
          const code = resultCodeOf(error);
          if (code === BUSY && performance.now() < endsAt) {
            await sleep(LOCK_RETRY_MS);
            continue;
          }
          const reason = ADVICE.get(code ?? 0) ?? (error instanceof Error ? error.message : String(error));
          throw new Error(`${file} cannot be used: ${reason}`, { cause: error });
        }
      }
    },
    close,
  };
};

export type MailDatabase = ReturnType<typeof createMailDatabase>;

export type SiteRedis = {
  readonly client: Redis;
  /** The full name of a key. Sites with different REDIS_KEY_PREFIX share no keys. */
  readonly keyOf: (name: string) => string;
};

/** Where the mail service and the verification of its messages keep their data. Without Redis there is one instance. */
export type MailStore = { readonly database: MailDatabase; readonly redis: SiteRedis | null };
