import 'server-only';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inTransaction, log, resultCodeOf } from '../framework/shared.ts';
import { type AnswerStore, RETENTION_MS } from './answer-store.ts';

/** A file with another version of the tables is replaced. */
const SCHEMA_VERSION = 1;

const MAX_ANSWERS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Writes between two removals of what is too much or too old. */
const PRUNE_INTERVAL = 200;
/** How long to wait for another process that writes to the file. */
const BUSY_TIMEOUT_MS = 50;

const SCHEMA = `
  CREATE TABLE answers (
    cms TEXT NOT NULL, path TEXT NOT NULL, total_pages INTEGER NOT NULL, requested_at INTEGER NOT NULL, bytes INTEGER NOT NULL, json TEXT,
    PRIMARY KEY (cms, path)
  ) STRICT;
  CREATE TABLE purges (cms TEXT NOT NULL, tag TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (cms, tag)) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

const Row = z.object({
  path: z.string(),
  json: z.string().nullable(),
  totalPages: z.number(),
  requestedAt: z.number(),
});

const PurgeRow = z.object({ tag: z.string(), at: z.number() });

class ForeignFile extends Error {}

/** The result codes of SQLite for a file that is damaged or no database. */
const UNUSABLE: ReadonlySet<number | null> = new Set([11, 26]);

const isUnusable = (error: unknown): boolean => error instanceof ForeignFile || UNUSABLE.has(resultCodeOf(error));

const openDatabase = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // The file is a cache: after a power failure it may be damaged and is then replaced, but no write waits for the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) database.exec(SCHEMA);
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    if (version !== SCHEMA_VERSION) throw new ForeignFile(`its tables have the version ${version}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const removeDatabase = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
};

const openOrReplace = (file: string): DatabaseSync => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    return openDatabase(file);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    log.warn({ err: error, file }, 'the file of kept content cannot be read and is replaced by an empty one');
    removeDatabase(file);
    return openDatabase(file);
  }
};

/**
 * The answers in a SQLite file, which is bounded to 5,000 answers and 64 MiB of bodies. SQLite runs in the calling thread: a write of
 * the largest answer takes about 10 ms. A file that turns out to be damaged is replaced.
 *
 * @param cms identifies the CMS: the answers of another one are not used.
 * @throws if the file cannot be opened.
 */
export const createSqliteAnswerStore = (file: string, cms: string): AnswerStore => {
  let database = openOrReplace(file);
  let writes = 0;

  const run = <Result>(work: (database: DatabaseSync) => Result): Result => {
    try {
      return work(database);
    } catch (error) {
      if (isUnusable(error)) {
        database.close();
        database = openOrReplace(file);
      }
      throw error;
    }
  };

  const runInTransaction = (work: (database: DatabaseSync) => void): void => run((open) => inTransaction(open, work));

  const prune = (open: DatabaseSync): void => {
    const oldest = Date.now() - RETENTION_MS;
    open.prepare('DELETE FROM purges WHERE at < ?').run(oldest);
    open
      .prepare(
        `DELETE FROM answers WHERE requested_at < ? OR rowid IN (
          SELECT id FROM (
            SELECT rowid AS id, row_number() OVER newest AS position, sum(bytes) OVER newest AS size
            FROM answers WINDOW newest AS (ORDER BY requested_at DESC, rowid DESC)
          ) WHERE position > ? OR size > ?
        )`,
      )
      .run(oldest, MAX_ANSWERS, MAX_BYTES);
  };

  return {
    read: async (answerPath) =>
      run((open) => {
        const row = open
          .prepare(
            'SELECT path, json, total_pages AS totalPages, requested_at AS requestedAt FROM answers WHERE cms = ? AND path = ?',
          )
          .get(cms, answerPath);
        return row === undefined ? null : Row.parse(row);
      }),

    write: async (answers) =>
      runInTransaction((open) => {
        const insert = open.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)');
        for (const { path: answerPath, json, totalPages, requestedAt } of answers) {
          insert.run(cms, answerPath, totalPages, requestedAt, Buffer.byteLength(json ?? ''), json);
        }
        if (writes % PRUNE_INTERVAL === 0) prune(open);
        writes += 1;
      }),

    listPurges: async () =>
      run((open) => {
        const rows = open.prepare('SELECT tag, at FROM purges WHERE cms = ?').all(cms);
        return new Map(rows.map((row) => PurgeRow.parse(row)).map(({ tag, at }) => [tag, at]));
      }),

    writePurge: async (tags, at) =>
      runInTransaction((open) => {
        const insert = open.prepare('INSERT OR REPLACE INTO purges VALUES (?, ?, ?)');
        for (const tag of tags) insert.run(cms, tag, at);
      }),

    close: async () => database.close(),
  };
};
