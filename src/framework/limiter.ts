import 'server-only';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-address.ts';
import type { Redis } from './redis.ts';

type LimiterOptions = {
  /** Null: this process counts on its own. */
  readonly redis: Redis | null;
  /** The prefix of the keys in Redis. */
  readonly keyPrefix: string;
  /** How many points a client has in a window of `perS` seconds. */
  readonly points: number;
  readonly perS: number;
};

/** Counts per client; a client is an IP address or any other key (`limitKey`). */
export type Limiter = {
  /** Consumes points. Resolves with the seconds to wait if there were too few, else null. */
  readonly take: (client: string, points?: number) => Promise<number | null>;
  /** Whether the client has consumed points in the current window. */
  readonly isKnown: (client: string) => Promise<boolean>;
};

/** Counts in Redis for all instances. While Redis is unreachable, each instance counts on its own. */
export const createLimiter = ({ redis, keyPrefix, points, perS }: LimiterOptions): Limiter => {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration: perS });
  const limiter: RateLimiterAbstract =
    redis === null
      ? memory
      : new RateLimiterRedis({
          storeClient: redis,
          keyPrefix,
          points,
          duration: perS,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        });

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
