import 'server-only';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-address.ts';
import type { Redis } from './redis.ts';

/** How many points a client has in a window of `perS` seconds. */
type Window = { readonly points: number; readonly perS: number };

/** Counts per client; a client is an IP address or any other key (`limitKey`). */
export type Limiter = {
  /** Consumes points. Resolves with the seconds to wait if there were too few, else null. */
  readonly take: (client: string, points?: number) => Promise<number | null>;
  /** Whether the client has consumed points in the current window. */
  readonly isKnown: (client: string) => Promise<boolean>;
};

/**
 * Counts in Redis for all instances, under keys with the prefix, or by default in this process. While Redis is unreachable, each
 * instance counts on its own.
 */
export const createLimiter = ({ points, perS }: Window, redis: Redis | null = null, keyPrefix = ''): Limiter => {
  const options = { keyPrefix, points, duration: perS };
  const memory = new RateLimiterMemory(options);
  const limiter: RateLimiterAbstract =
    redis === null
      ? memory
      : new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: memory });

  return {
    take: async (client, count = 1) => {
      try {
        await limiter.consume(limitKey(client), count);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
        throw error;
      }
    },
    isKnown: async (client) => ((await limiter.get(limitKey(client)))?.consumedPoints ?? 0) > 0,
  };
};
