import 'server-only';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { log } from './log.ts';

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

/** A Redis that sends nothing for so long while a command waits does not answer. */
const SILENCE_MS = 500;
const COMMAND_MS = 1_000;
const FIRST_CONNECTION_MS = 2_000;

/**
 * A connection for short commands that is its own circuit breaker: a Redis that does not answer for half a second loses the connection,
 * and every command fails at once until Redis has answered on a new one. No command is sent a second time. Resolves when
 * Redis answers, or after 2 s without it.
 */
export const connectRedis = async (url: string): Promise<Redis> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: 5_000,
    socketTimeout: SILENCE_MS,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.error({ err: error }, 'Redis cannot be reached');
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  await once(redis, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_MS) }).catch(() => undefined);
  return redis;
};
