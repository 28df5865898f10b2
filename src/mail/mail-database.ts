import 'server-only';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../framework/shared.ts';

/**
 * Each migration brings a file from the version that is its index to the next (`PRAGMA user_version`). One that has been released never
 * changes.
 *
 * - `messages`: `state` is `pending`, `delivered`, `dead` or `quarantined`. A pending message that is being sent has a `holder`, and is due
 *   again when the holder no longer renews its hold. `is_blocked`: the relay was down at the last attempt. Times are in milliseconds
 *   since 1970.
 * - `captcha_proofs`: the message for which each proof was used, by a hash of the proof.
 */
const MIGRATIONS = [
  `
  CREATE TABLE messages (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead', 'quarantined')),
    accepted_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    holder TEXT,
    is_blocked INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_state ON messages (state, due_at);
  CREATE TABLE attempts (
    message TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    result TEXT NOT NULL,
    reason TEXT
  ) STRICT;
  CREATE INDEX attempts_by_message ON attempts (message);
  CREATE TABLE captcha_proofs (proof TEXT PRIMARY KEY, message TEXT NOT NULL, used_at INTEGER NOT NULL) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT;
  `,
];

/** How long a transaction waits for another process that uses the file. */
const LOCK_LIMIT_MS = 2_000;
const LOCK_RETRY_MS = 20;
const MAX_WAL_BYTES = 16 * 1024 * 1024;

const [BUSY, FULL] = [5, 13];

/** What an operator can do, by the result code of SQLite (https://www.sqlite.org/rescode.html). */
const ADVICE: ReadonlyMap<number, string> = new Map([
  [BUSY, 'another process has locked it: `npm run mail -- backup` copies it without a lock'],
  [8, 'it is read-only: check the permissions of DATA_DIR'],
  [10, 'the disk reports an error: check it'],
  [11, 'it is damaged: stop the site, and restore it from a backup or move it away'],
  [FULL, 'the disk is full: free some space'],
  [14, 'it cannot be opened: check that DATA_DIR exists and is writable'],
  [26, 'it is not a database: stop the site, and restore it from a backup or move it away'],
]);

/** The primary result code of SQLite, which is the lower byte of an extended one; null: the error is not SQLite's. */
const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;

/** The database cannot be used. The message says what an operator can do. */
export class MailDatabaseError extends Error {
  override readonly name = 'MailDatabaseError';
}

const inTransaction = <Result>(database: DatabaseSync, work: (database: DatabaseSync) => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work(database);
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back when the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version);

const migrate = (database: DatabaseSync): void => {
  const version = versionOf(database);
  if (version === MIGRATIONS.length) return;
  inTransaction(database, () => {
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
};

const openDatabase = (location: string | URL): DatabaseSync => {
  const database = new DatabaseSync(location, { timeout: 0 });
  try {
    // First, because the pragmas below write to the file.
    const version = versionOf(database);
    if (version > MIGRATIONS.length) throw new Error(`it was written by a newer version of the site (${version})`);
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode;
    if (mode !== 'wal')
      log.warn({ mode }, 'the disk of DATA_DIR does not support write-ahead logging: storing mail takes longer');
    // Deleted messages are overwritten with zeros.
    database.exec(
      `PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`,
    );
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Creates the file so that only its owner can read it, because it contains personal data. SQLite gives its other files the same mode. */
const createFile = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
};

/**
 * The SQLite file in which the mail service keeps messages, used captcha proofs and the secret that signs forms. It is opened by the first
 * use, and after an error by the next one, so that what an operator repairs needs no restart. Several processes may use one file.
 *
 * @param location the path, or for SQLite's own parameters a `file:` URL.
 */
export const createMailDatabase = (file: string, location: string | URL = file) => {
  let database: DatabaseSync | null = null;

  const close = (): void => {
    database?.close();
    database = null;
  };

  const runOnce = <Result>(work: (database: DatabaseSync) => Result): Result => {
    if (database === null) {
      createFile(file);
      database = openDatabase(location);
    }
    return inTransaction(database, work);
  };

  return {
    /**
     * Runs `work` in one transaction. What it wrote is durable when this resolves. SQLite runs in the calling thread: a message takes
     * about a millisecond, one of the largest size about 50.
     *
     * @throws {MailDatabaseError} if the file cannot be used, or was locked for two seconds. Then nothing was written.
     */
    run: async <Result>(work: (database: DatabaseSync) => Result): Promise<Result> => {
      const endsAt = performance.now() + LOCK_LIMIT_MS;
      for (;;) {
        try {
          return runOnce(work);
        } catch (error) {
          const code = codeOf(error);
          if (code === BUSY && performance.now() < endsAt) {
            await sleep(LOCK_RETRY_MS);
            continue;
          }
          if (code !== BUSY && code !== FULL) close();
          const reason = ADVICE.get(code ?? 0) ?? (error instanceof Error ? error.message : String(error));
          throw new MailDatabaseError(`${file} cannot be used: ${reason}`, { cause: error });
        }
      }
    },
    /**
     * Copies the database as it is now to a new file, without a lock.
     *
     * @throws {Error} if the file exists or cannot be written.
     */
    copyTo: async (target: string): Promise<void> => {
      const copied = openDatabase(location);
      copied.prepare('VACUUM INTO ?').run(target);
      copied.close();
    },
    close,
  };
};

export type MailDatabase = ReturnType<typeof createMailDatabase>;
