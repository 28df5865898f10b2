import 'server-only';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { log } from './log.ts';

export type { Redis };

/** If a command waits and Redis sends nothing for this long, the connection is closed. */
const SOCKET_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 1_000;
const FIRST_CONNECTION_TIMEOUT_MS = 2_000;
/** A server that stays read-only must not cause a loop of connections. */
const FAILOVER_INTERVAL_MS = 5_000;

/**
 * An option of ioredis: closes a connection to a server that has become a read-only replica. A planned failover leaves connections open,
 * but the URL then leads to the new primary.
 */
export const createReconnectOnError = () => {
  let closedAt = Number.NEGATIVE_INFINITY;
  return ({ message }: Error): boolean => {
    if (!message.includes('READONLY') || performance.now() - closedAt < FAILOVER_INTERVAL_MS) return false;
    closedAt = performance.now();
    return true;
  };
};

/**
 * A connection for short commands that is its own circuit breaker: when a command waits and Redis sends nothing for
 * half a second, the connection is closed, and every command fails at once until a new connection is ready. No command
 * is retried. Resolves before the connection is ready.
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
    reconnectOnError: createReconnectOnError(),
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

/** Like `createRedis`, but resolves when the connection is ready, or after 2 s if it is not. */
export const connectRedis = async (url: string): Promise<Redis> => {
  const redis = await createRedis(url);
  await once(redis, 'ready', { signal: AbortSignal.timeout(FIRST_CONNECTION_TIMEOUT_MS) }).catch(() => undefined);
  return redis;
};
