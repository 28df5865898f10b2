import 'server-only';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { log } from './log.ts';

export type { Redis };

/** A connection that receives nothing for this long while a command waits is closed. */
const SOCKET_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 1_000;
const FIRST_CONNECTION_TIMEOUT_MS = 2_000;

/**
 * A connection for short commands that is its own circuit breaker: when Redis is silent for half a second the connection closes, and
 * every command fails at once until a new one is ready. No command is retried. Resolves before the connection is ready.
 */
export const createRedis = async (url: string): Promise<Redis> => {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: 5_000,
    socketTimeout: SOCKET_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.error({ err: error }, 'Redis is unreachable');
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  return redis;
};

/** As `createRedis`, but resolves when Redis is ready, or after 2 s without it. */
export const connectRedis = async (url: string): Promise<Redis> => {
  const redis = await createRedis(url);
  await once(redis, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_TIMEOUT_MS) }).catch(() => undefined);
  return redis;
};
