import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintSources, stampSources } from './sources.ts';

const DIST = 'dist';
const FILE = 'build.json';

/** What a build was made from, taken before it begins. */
type BuildRecord = {
  readonly fingerprint: string;
  /** Of the very files on the disk: as long as it holds, they need not be read. */
  readonly stamp: string;
};

/** @param directory of the build; `dist` where it is not named. */
export const writeBuildRecord = (record: BuildRecord, directory = DIST): void =>
  writeFileSync(path.join(directory, FILE), `${JSON.stringify(record)}\n`);

const isBuildRecord = (value: unknown): value is BuildRecord =>
  typeof value === 'object' && value !== null && 'fingerprint' in value && 'stamp' in value;

const readBuildRecord = (): BuildRecord | null => {
  try {
    const record: unknown = JSON.parse(readFileSync(path.join(DIST, FILE), 'utf8'));
    return isBuildRecord(record) ? record : null;
  } catch {
    return null;
  }
};

/** Whether `dist` was built from the sources as they are now. */
export const isBuilt = (): boolean => {
  const record = readBuildRecord();
  if (record === null) return false;
  const stamp = stampSources();
  if (record.stamp === stamp) return true;
  if (record.fingerprint !== fingerprintSources()) return false;

  // They were copied, or written again as they were. Where this cannot be noted, the next start reads them again.
  try {
    writeBuildRecord({ ...record, stamp });
  } catch {}
  return true;
};
