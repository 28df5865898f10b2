import 'server-only';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { createDurably, makeDirectory, removeOlderThan } from './durable-files.ts';
import { DAY_MS, type OutboxEntry } from './outbox.ts';

const SUFFIX = '.json';
const MAX_MESSAGES = 5_000;
const MAX_BYTES = 50_000_000;

/**
 * Messages whose honeypot was filled in, by a bot or a browser's autofill: one file each, in the format of the outbox on disk. They
 * are not sent. An operator releases one by moving it to the outbox's `pending` directory.
 */
export const createQuarantine = (
  directory: string,
  retentionDays: number,
  { maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES }: { maxMessages?: number; maxBytes?: number } = {},
) => {
  // Sequential, because two concurrent writes could both count on the same free space.
  const queue = pLimit(1);

  const listNames = async (): Promise<string[]> => {
    await makeDirectory(directory);
    return (await readdir(directory)).filter((name) => name.endsWith(SUFFIX));
  };

  const makeSpace = async (bytes: number): Promise<void> => {
    const files = await Promise.all(
      (await listNames()).map(async (name) => {
        const file = path.join(directory, name);
        const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { file, size, mtimeMs };
      }),
    );
    let count = files.length;
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (count < maxMessages && total + bytes <= maxBytes) return;
      await rm(file, { force: true });
      count -= 1;
      total -= size;
    }
  };

  const store = async (entry: OutboxEntry): Promise<void> => {
    const name = `${entry.id}${SUFFIX}`;
    if ((await listNames()).includes(name)) return;
    const content = Buffer.from(JSON.stringify(entry));
    await makeSpace(content.length);
    await createDurably(path.join(directory, name), content);
  };

  return {
    /** Resolves when the message is durable. If the quarantine is full, the oldest messages are removed. */
    put: (entry: OutboxEntry): Promise<void> => queue(() => store(entry)),
    count: async (): Promise<number> => (await listNames()).length,
    /** Removes messages that are past their retention. */
    clean: async (): Promise<void> => {
      await removeOlderThan(directory, SUFFIX, retentionDays * DAY_MS);
      await removeOlderThan(directory, '.tmp', DAY_MS);
    },
  };
};

export type Quarantine = ReturnType<typeof createQuarantine>;
