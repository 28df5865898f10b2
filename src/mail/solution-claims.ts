import 'server-only';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { log } from '../framework/shared.ts';
import { createDurably, makeDirectory, removeOlderThan } from './durable-files.ts';
import type { SiteRedis } from './site-redis.ts';

/** No provider accepts a solution for longer, so a claim need not be stored for longer either. */
export const SOLUTION_VALID_MS = 60 * 60 * 1000;
const SUFFIX = '.claim';
const MAX_IN_MEMORY = 10_000;

/**
 * Binds each captcha solution to the first message that it is sent with. A claim is a key in Redis (`SET NX`); without Redis, or while
 * it is down, it is a file in `directory` that only one process can create. Both survive a restart. If neither can be written, a
 * claim lasts as long as the process.
 */
export const createSolutionClaims = (redis: SiteRedis | null, directory: string) => {
  const options = { max: MAX_IN_MEMORY, ttl: SOLUTION_VALID_MS };
  const inMemory = new LRUCache<string, Promise<string>>(options);
  /** Claims that were made while Redis was down and are not in Redis yet. */
  const unshared = new LRUCache<string, string>(options);

  const nameOf = (solution: string): string => createHash('sha256').update(solution).digest('hex');
  const fileOf = (name: string): string => path.join(directory, name + SUFFIX);

  const ownerInRedis = ({ client, keyOf }: SiteRedis, name: string) => client.get(keyOf(`captcha:${name}`));

  const claimInRedis = async (site: SiteRedis, name: string, message: string): Promise<string> => {
    // Two commands, because Redis before version 7 does not support NX together with GET.
    const key = site.keyOf(`captcha:${name}`);
    const isFirst = await site.client.set(key, message, 'PX', SOLUTION_VALID_MS, 'NX');
    return isFirst ? message : ((await ownerInRedis(site, name)) ?? message);
  };

  const shareUnshared = (site: SiteRedis): void => {
    for (const [name, message] of [...unshared.entries()]) {
      unshared.delete(name);
      claimInRedis(site, name, message).catch(() => unshared.set(name, message));
    }
  };

  const claimOnDisk = async (name: string, message: string): Promise<string> => {
    try {
      await makeDirectory(directory);
      await createDurably(fileOf(name), message);
      return await readFile(fileOf(name), 'utf8');
    } catch (error) {
      log.error({ err: error }, 'a used captcha solution cannot be recorded; after a restart it could be used again');
      return message;
    }
  };

  const claimDurably = async (name: string, message: string): Promise<string> => {
    if (redis) {
      try {
        const owner = await claimInRedis(redis, name, message);
        shareUnshared(redis);
        return owner;
      } catch {
        unshared.set(name, message);
      }
    }
    return claimOnDisk(name, message);
  };

  return {
    /** The message that a solution is bound to; null: none yet. */
    ownerOf: async (solution: string): Promise<string | null> => {
      const name = nameOf(solution);
      const claimed = inMemory.get(name);
      if (claimed) return claimed;
      const onDisk = await readFile(fileOf(name), 'utf8').catch(() => null);
      return onDisk ?? (redis && ownerInRedis(redis, name).catch(() => null));
    },
    /** Binds a solution unless it is bound already. Resolves with the message that it is bound to. */
    claim: (solution: string, message: string): Promise<string> => {
      const name = nameOf(solution);
      const claimed = inMemory.get(name);
      if (claimed) return claimed;
      const claiming = claimDurably(name, message);
      inMemory.set(name, claiming);
      return claiming;
    },
    /** Removes claims of solutions that have expired. */
    clean: async (): Promise<void> => {
      for (const suffix of [SUFFIX, '.tmp']) await removeOlderThan(directory, suffix, SOLUTION_VALID_MS);
    },
  };
};

export type SolutionClaims = ReturnType<typeof createSolutionClaims>;
