import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';

const DIST = 'dist';

/** Where Waku writes. A build writes into a directory of its own, which replaces `dist` when it is complete. */
export const BUILD_DIRECTORY = process.env.BUILD_DIRECTORY ?? DIST;

/** Beside `dist`, so that moving it is one rename, and as deep, so that the compile cache in it stays valid. */
const PREFIX = '.dist-';
const ABANDONED_MS = 3_600_000;
const ATTEMPTS = 10;

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A new directory for one build, relative to the project's root. */
export const createBuildDirectory = (): string => {
  const name = PREFIX + randomUUID();
  mkdirSync(name);
  return name;
};

/** Removes what builds left behind that were killed. */
export const removeAbandonedBuilds = (): void => {
  for (const name of readdirSync('.').filter((entry) => entry.startsWith(PREFIX))) {
    const age = Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_MS) rmSync(name, { recursive: true, force: true });
  }
};

/** Moves `dist` out of the way; there may be none. */
const retireDist = (retired: string): void => {
  try {
    renameSync(DIST, retired);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
};

/** Puts the former build back, unless there is a newer one. */
const restoreDist = (retired: string): void => {
  try {
    renameSync(retired, DIST);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
};

/**
 * Puts a finished build in the place of `dist`, with two renames: a directory that is not empty cannot be replaced by one.
 * Of several processes that do so at once, the last one's build stays.
 */
export const publishBuild = (directory: string): void => {
  const retired = createBuildDirectory();
  try {
    for (let attempt = 1; ; attempt += 1) {
      retireDist(`${retired}/${attempt}`);
      try {
        renameSync(directory, DIST);
        return;
      } catch (error) {
        // Another process has put its build there since.
        if (attempt < ATTEMPTS && isCode(error, 'ENOTEMPTY', 'EEXIST')) continue;
        restoreDist(`${retired}/${attempt}`);
        throw error;
      }
    }
  } finally {
    rmSync(retired, { recursive: true, force: true });
  }
};
