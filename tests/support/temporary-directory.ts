import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory, which is removed when the test ends. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(path.join(tmpdir(), 'site-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
};
