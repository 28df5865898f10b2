import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
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

type Content = string | Uint8Array;

const placeDurably = async (
  file: string,
  content: Content,
  place: (temporary: string) => Promise<void>,
): Promise<void> => {
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
    await place(temporary);
    await syncDirectory(directory);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
};

/** When this resolves, the file is there as a whole and stays there: temporary file, fsync, rename, fsync of the directory. */
export const writeDurably = (file: string, content: Content): Promise<void> =>
  placeDurably(file, content, (temporary) => rename(temporary, file));

/** Like `writeDurably`, but what is there already stays. */
export const createDurably = (file: string, content: Content): Promise<void> =>
  placeDurably(file, content, (temporary) =>
    link(temporary, file).catch((error) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
      // Some file systems know no links: there the last one wins.
      return rename(temporary, file);
    }),
  );

/** Whether a file of so many bytes can be written into the directory at this moment. */
export const isWritable = async (directory: string, bytes: number): Promise<boolean> => {
  const probe = path.join(directory, `.${randomUUID()}.tmp`);
  const handle = await open(probe, 'wx', 0o600).catch(() => null);
  if (!handle) return false;
  try {
    // Not zeros, which some file systems store in no room at all.
    await handle.writeFile(Buffer.alloc(bytes, randomBytes(4_096)));
    return true;
  } catch {
    return false;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(probe, { force: true }).catch(() => undefined);
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
