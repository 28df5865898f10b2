import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What a build is made from, relative to the project's root. */
const SOURCES = ['src', 'public', 'private/content', 'package-lock.json', 'tsconfig.json', 'waku.config.ts'];

const filesBelow = (place: string): string[] => {
  try {
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [place];
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

const listSources = (): string[] => SOURCES.flatMap(filesBelow).sort();

/** A fingerprint of everything a build is made from: the same sources give the same text, on every machine. */
export const fingerprintSources = (): string => {
  const hash = createHash('sha256');
  for (const file of listSources()) {
    hash
      .update(`${file.split(path.sep).join('/')}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
};

/** Changes with every write to a source and holds on this disk only: the names, sizes and times of change, nothing is read. */
export const stampSources = (): string => {
  const hash = createHash('sha256');
  for (const file of listSources()) {
    const { size, ctimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${ctimeMs}\0`);
  }
  return hash.digest('hex');
};
