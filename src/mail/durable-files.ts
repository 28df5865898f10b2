import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Makes renames, creations and removals in a directory survive a power failure. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Creates a directory that only the owner may read, because it contains personal data. */
export const makeDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncDirectory(path.dirname(first));
};

type Content = string | Uint8Array;

const writeThenMove = async (
  file: string,
  content: Content,
  move: (temporary: string) => Promise<void>,
): Promise<void> => {
  const directory = path.dirname(file);
  const temporary = path.join(directory, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    await move(temporary);
    await syncDirectory(directory);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
};

/** Writes a file atomically and durably: temporary file, fsync, rename, fsync of the directory. */
export const writeDurably = (file: string, content: Content): Promise<void> =>
  writeThenMove(file, content, (temporary) => rename(temporary, file));

/** Like `writeDurably`, but an existing file is not replaced. */
export const createDurably = (file: string, content: Content): Promise<void> =>
  writeThenMove(file, content, (temporary) =>
    link(temporary, file).catch((error) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
      // On file systems without hard links the last write wins.
      return rename(temporary, file);
    }),
  );

/** Whether a file of `bytes` bytes can be written to the directory now. */
export const isWritable = async (directory: string, bytes: number): Promise<boolean> => {
  const probe = path.join(directory, `.${randomUUID()}.tmp`);
  try {
    // Random bytes, because some file systems store zeros without using space.
    await writeFile(probe, Buffer.alloc(bytes, randomBytes(4_096)), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
};

/** Removes files that end in `suffix` and were last written or renamed more than `ageMs` ago. */
export const removeOlderThan = async (directory: string, suffix: string, ageMs: number): Promise<void> => {
  if (!existsSync(directory)) return;
  const names = (await readdir(directory)).filter((name) => name.endsWith(suffix));
  for (const name of names) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => null);
    // Renaming a file sets its change time, not its modification time.
    if (found && Date.now() - found.ctimeMs > ageMs) await rm(file, { force: true });
  }
};
