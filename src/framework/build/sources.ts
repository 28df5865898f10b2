import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and directories from which a site is built, relative to the project's root; not `.env`. */
const SOURCES = ['src', 'public', 'private/content', 'package-lock.json', 'tsconfig.json', 'waku.config.ts'];
/** Says when the build started, and is written last. */
const LATEST_BUILD = 'dist/public/builds/latest.json';

/** A directory changes when a file in it is added or removed. */
const listEntries = (source: string): string[] => {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [source] : [];
  return [source, ...readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => path.join(source, name))];
};

/**
 * The state of the build in `dist`; `outdated` if a source has changed since the build started.
 *
 * @param folder the project's root.
 */
export const readBuildState = (folder = '.'): 'missing' | 'outdated' | 'current' => {
  let startedAt: number;
  try {
    startedAt = JSON.parse(readFileSync(path.join(folder, LATEST_BUILD), 'utf8')).timestamp;
  } catch {
    return 'missing';
  }
  const entries = SOURCES.flatMap((source) => listEntries(path.join(folder, source)));
  return entries.some((entry) => statSync(entry).mtimeMs > startedAt) ? 'outdated' : 'current';
};

/**
 * The id of a build: the first 8 characters of the SHA-256 of its sources, as base64url. Another build of the same sources has the
 * same id and the same chunks, so open pages continue to work with it, and browsers keep the chunks that they have cached.
 *
 * @param folder the project's root.
 */
export const toBuildId = (folder = '.'): string => {
  const hash = createHash('sha256');
  for (const source of SOURCES.flatMap((name) => listEntries(path.join(folder, name))).sort()) {
    hash.update(path.relative(folder, source));
    if (statSync(source).isFile()) hash.update(readFileSync(source));
  }
  return hash.digest('base64url').slice(0, 8);
};
