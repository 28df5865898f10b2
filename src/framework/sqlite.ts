import 'server-only';
import type { DatabaseSync } from 'node:sqlite';

/**
 * The primary result code of SQLite (https://www.sqlite.org/rescode.html), which is the lower byte of an extended one; null: the
 * error is not SQLite's.
 */
export const resultCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;

/** Runs `work` in one transaction, which is rolled back if `work` throws. */
export const inTransaction = <Result>(database: DatabaseSync, work: (database: DatabaseSync) => Result): Result => {
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
