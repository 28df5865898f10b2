import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and directories from which a site is built, relative to the project's root; not `.env`. */
const SOURCES = ['src', 'public', 'private/content', 'package-lock.json', 'tsconfig.json', 'waku.config.ts'];
/** Contains the id of the build, and is written last. */
const LATEST_BUILD = 'dist/public/builds/latest.json';

const listFiles = (source: string): string[] => {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [source] : [];
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
};

/**
 * The id of a build: the first 8 characters of the SHA-256 of its sources, as base64url. Another build of the same sources has the
 * same id and the same chunks, so open pages continue to work with it, and browsers keep the chunks that they have cached.
 *
 * @param folder the project's root.
 */
export const toBuildId = (folder = '.'): string => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => listFiles(path.join(folder, source))).sort())
    hash.update(path.relative(folder, file)).update(readFileSync(file));
  return hash.digest('base64url').slice(0, 8);
};

/**
 * The state of the build in `dist`; `outdated` if it is one of other sources.
 *
 * @param folder the project's root.
 */
export const readBuildState = (folder = '.'): 'missing' | 'outdated' | 'current' => {
  try {
    const { id } = JSON.parse(readFileSync(path.join(folder, LATEST_BUILD), 'utf8'));
    return id === toBuildId(folder) ? 'current' : 'outdated';
  } catch {
    return 'missing';
  }
};
