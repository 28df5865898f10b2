import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Makes what was renamed, created or removed in a directory survive a loss of power. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Only the owner may read: these are letters. */
export const makeDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncDirectory(path.dirname(first));
};

/** When this resolves, the file is there as a whole and stays there: temporary file, fsync, rename, fsync of the directory. */
export const writeDurably = async (file: string, content: string | Uint8Array): Promise<void> => {
  const directory = path.dirname(file);
  const temporary = path.join(directory, `.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncDirectory(directory);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** Whether a file can be written into the directory at this moment. */
export const isWritable = async (directory: string): Promise<boolean> => {
  const probe = path.join(directory, `.${randomUUID()}.tmp`);
  try {
    const handle = await open(probe, 'wx', 0o600);
    await handle.writeFile('probe');
    await handle.close();
    await rm(probe);
    return true;
  } catch {
    return false;
  }
};

/** Removes files that end in `suffix` and were last written more than `ageMs` ago. */
export const removeOlderThan = async (directory: string, suffix: string, ageMs: number): Promise<void> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith(suffix));
  for (const name of names) {
    const file = path.join(directory, name);
    const found = await stat(file).catch(() => null);
    // Renaming a file into another state sets the change time, not the modification time.
    if (found && Date.now() - found.ctimeMs > ageMs) await rm(file, { force: true });
  }
};
