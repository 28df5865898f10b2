import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';

const DIST = 'dist';
/**
 * Build directories are siblings of `dist`: on the same file system, so that a rename suffices, and at the same depth,
 * so that the compile cache stays valid.
 */
const PREFIX = '.dist-';
const ABANDONED_MS = 3_600_000;
const MAX_ATTEMPTS = 10;
/** The error codes of renaming a directory to one that is not empty. */
const NOT_EMPTY = ['ENOTEMPTY', 'EEXIST'];

/**
 * The directory that Waku writes to and reads from. A build writes to a temporary one, which replaces `dist` when the
 * build is complete. Only an argument tells the configuration which command Waku runs.
 */
export const BUILD_DIRECTORY = process.argv.includes('build') ? PREFIX + randomUUID() : DIST;

/** Removes a build that was not published. */
export const discardBuild = (): void => {
  if (BUILD_DIRECTORY !== DIST) rmSync(BUILD_DIRECTORY, { recursive: true, force: true });
};

/** Removes build directories that are older than an hour: their builds were killed. */
export const removeAbandonedBuilds = (): void => {
  for (const name of readdirSync('.').filter((entry) => entry.startsWith(PREFIX))) {
    const age = Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_MS) rmSync(name, { recursive: true, force: true });
  }
};

/** Renames a directory. Returns false if that fails with one of `codes`, and throws any other error. */
const tryRename = (from: string, to: string, codes: readonly string[]): boolean => {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return false;
    throw error;
  }
};

/**
 * Replaces `dist` with a complete build. This takes two renames, because a directory cannot be renamed to one that is
 * not empty. If several processes publish at the same time, the last build stays.
 */
export const publishBuild = (directory: string): void => {
  const retired = PREFIX + randomUUID();
  mkdirSync(retired);
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      tryRename(DIST, `${retired}/${attempt}`, ['ENOENT']);
      try {
        if (tryRename(directory, DIST, NOT_EMPTY)) return;
        // Another process has published its build between the two renames.
      } catch (error) {
        tryRename(`${retired}/${attempt}`, DIST, ['ENOENT', ...NOT_EMPTY]);
        throw error;
      }
    }
    throw new Error(`${DIST} could not be replaced: other builds were published ${MAX_ATTEMPTS} times meanwhile.`);
  } finally {
    rmSync(retired, { recursive: true, force: true });
  }
};
