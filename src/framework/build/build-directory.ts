import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DIST = 'dist';
const FINGERPRINT = 'fingerprint.txt';
/** Beside `dist`, so that moving it is one rename, and as deep, so that the compile cache in it stays valid. */
const PREFIX = '.dist-';
const ABANDONED_MS = 3_600_000;
const MAX_ATTEMPTS = 10;
/** The error codes of a rename to a directory that is not empty. */
const EXISTS = ['ENOTEMPTY', 'EEXIST'];

/** Where Waku writes: a build has a directory of its own, which replaces `dist` when it is complete. */
export const BUILD_DIRECTORY = process.env.BUILD_DIRECTORY ?? DIST;

/** Creates the directory of a build, relative to the project's root. */
export const createBuildDirectory = (): string => {
  const name = PREFIX + randomUUID();
  mkdirSync(name);
  return name;
};

export const writeFingerprint = (directory: string, fingerprint: string): void =>
  writeFileSync(path.join(directory, FINGERPRINT), fingerprint);

/** The fingerprint of the sources that `dist` was built from; null where there is no complete build. */
export const readFingerprint = (): string | null => {
  try {
    return readFileSync(path.join(DIST, FINGERPRINT), 'utf8');
  } catch {
    return null;
  }
};

/** Removes the directories of builds that were killed. */
export const removeAbandonedBuilds = (): void => {
  for (const name of readdirSync('.').filter((entry) => entry.startsWith(PREFIX))) {
    const age = Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_MS) rmSync(name, { recursive: true, force: true });
  }
};

/** Renames a directory. False if that fails with one of these error codes. */
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
 * Replaces `dist` by a complete build, with two renames, because a directory that is not empty cannot be replaced by one. When
 * several processes publish at once, the last build stays.
 */
export const publishBuild = (directory: string): void => {
  const retired = createBuildDirectory();
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      tryRename(DIST, `${retired}/${attempt}`, ['ENOENT']);
      try {
        if (tryRename(directory, DIST, EXISTS)) return;
        // Another process has published its build since.
      } catch (error) {
        tryRename(`${retired}/${attempt}`, DIST, ['ENOENT', ...EXISTS]);
        throw error;
      }
    }
    throw new Error(`${DIST} could not be replaced: other builds were published ${MAX_ATTEMPTS} times meanwhile.`);
  } finally {
    rmSync(retired, { recursive: true, force: true });
  }
};
