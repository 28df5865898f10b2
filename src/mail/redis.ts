import 'server-only';
import type { Redis } from 'ioredis';
import { log } from '../log.ts';

export type { Redis };

/** Redis as one site uses it. */
export type SiteRedis = {
  readonly client: Redis;
  /** The name of a key: sites with different REDIS_KEY_PREFIX share none. */
  readonly keyOf: (name: string) => string;
};

export const toSiteRedis = (client: Redis, keyPrefix: string): SiteRedis => ({
  client,
  keyOf: (name) => `${keyPrefix}:mail:${name}`,
});

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
