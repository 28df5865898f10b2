import 'server-only';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { log } from '../log.ts';
import { limitKey } from './client-address.ts';
import { type Redis, redisKey } from './redis.ts';

/** So many points within so many seconds. No counter lives longer than a day (privacy policy § 3). */
export type Limit = { readonly points: number; readonly perS: number };

export type Limits = {
  /** Calls of the endpoint by one address, whatever they hold. */
  readonly calls: Limit;
  readonly challenges: Limit;
  /** Messages of one address, and of one address without proof of a person. */
  readonly address: Limit;
  readonly unprovenAddress: Limit;
  /** Messages in total, counted right before they are stored; those without proof have to fit into both. */
  readonly total: Limit;
  readonly unprovenTotal: Limit;
  /** Automatic replies to one mailbox, which may belong to somebody else. */
  readonly replies: Limit;
};

const TEN_MINUTES_S = 600;

export const DEFAULT_LIMITS: Limits = {
  calls: { points: 120, perS: 60 },
  challenges: { points: 120, perS: 60 },
  address: { points: 60, perS: TEN_MINUTES_S },
  unprovenAddress: { points: 20, perS: TEN_MINUTES_S },
  total: { points: 1_200, perS: TEN_MINUTES_S },
  unprovenTotal: { points: 300, perS: TEN_MINUTES_S },
  replies: { points: 3, perS: 86_400 },
};

export type RateLimits = {
  /** Takes points; answers the seconds to wait when there are not enough, else `null`. */
  readonly take: (limit: keyof Limits, key: string, points?: number) => Promise<number | null>;
};

/** Counts in memory, or in Redis for all instances together and in memory while Redis is away. */
export const createRateLimits = (redis: Redis | null, limits: Limits = DEFAULT_LIMITS): RateLimits => {
  const create = (name: string, { points, perS }: Limit) => {
    const options = { keyPrefix: redisKey(`limit:${name}`), points, duration: perS };
    const memory = new RateLimiterMemory(options);
    return redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: memory })
      : memory;
  };
  const limiters = new Map(Object.entries(limits).map(([name, limit]) => [name, create(name, limit)]));

  return {
    take: async (limit, key, points = 1) => {
      try {
        await limiters.get(limit)?.consume(limitKey(key), points);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        // Better a message too many than one lost because we cannot count.
        log.error({ err: error, limit }, 'a limit cannot be counted');
        return null;
      }
    },
  };
};
