import 'server-only';
import type { Redis } from 'ioredis';
import { log } from '../log.ts';

export type { Redis };

const KEY_PREFIX = 'site:mail:';

/** The name of a key in Redis, apart from those of others. */
export const redisKey = (name: string): string => `${KEY_PREFIX}${name}`;

/**
 * A connection for short commands: one that cannot be answered at once fails at once, so that a visitor does not wait for
 * Redis to come back.
 */
export const connectRedis = async (url: string): Promise<Redis> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: 5_000,
    commandTimeout: 2_000,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 200, 5_000),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.error({ err: error }, 'Redis cannot be reached');
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  return redis;
};

/** The secret that all instances share: the first one offers its own, the others take it. */
export const shareSecretHex = async (redis: Redis, own: string): Promise<string> => {
  try {
    await redis.set(redisKey('secret'), own, 'NX');
    return (await redis.get(redisKey('secret'))) ?? own;
  } catch {
    log.error('the secret of the forms could not be shared through Redis; other instances may not know our tokens');
    return own;
  }
};
