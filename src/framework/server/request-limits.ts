import 'server-only';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '../../env.ts';
import { limitKey, trustedNetworks } from '../../mail/client-address.ts';
import { connectRedis, type Redis } from '../../mail/redis.ts';

const WINDOW_MS = 60_000;
/** Addresses that are remembered at a time; the rest of the world is forgotten first. */
const MOST_ADDRESSES = 20_000;
/** The other instances are told after so many parts of the limit: a reader never gets that far. */
const SHARES = 10;

/** Nobody on the internet has one of these: they are this machine, its load balancer that was not named, its probes. */
const ownNetworks = trustedNetworks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

type Counter = { readonly isOwn: boolean; until: number; count: number; blockedUntil: number };

/** Adds points of an address to those of all instances; answers the milliseconds to wait when they are used up, else 0. */
export type SharePoints = (key: string, points: number) => Promise<number>;

/** Keeps the points of all instances in Redis. While Redis is away each instance goes on with its own. */
export const shareThroughRedis = (redis: Redis, perMinute: number): SharePoints => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${env.REDIS_KEY_PREFIX}:limit:requests`,
    points: perMinute,
    duration: WINDOW_MS / 1_000,
    rejectIfRedisNotReady: true,
  });
  return async (key, points) => {
    try {
      await limiter.consume(key, points);
      return 0;
    } catch (refusal) {
      return refusal instanceof RateLimiterRes ? refusal.msBeforeNext : 0;
    }
  };
};

export type SharedLimits = { readonly share: SharePoints; readonly close: () => void };

/** A connection of its own for the points of all instances. */
export const connectSharedLimits = async (url: string, perMinute: number): Promise<SharedLimits> => {
  const redis = await connectRedis(url);
  return { share: shareThroughRedis(redis, perMinute), close: () => redis.disconnect() };
};

type LimitOptions = {
  /** RATE_LIMIT_PER_MIN; 0: no limit. */
  readonly perMinute: number;
  readonly share?: () => SharePoints | null;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
};

/**
 * Counts the requests of each address (IPv6 by its /64) in this process, at the cost of one look-up. With several instances
 * each tells the others of a tenth of the limit at a time, without anybody waiting for it.
 */
export const createRequestLimits = ({ perMinute, share = () => null, now = () => performance.now() }: LimitOptions) => {
  const counters = new LRUCache<string, Counter>({ max: MOST_ADDRESSES });
  const step = Math.max(1, Math.floor(perMinute / SHARES));

  const counterOf = (address: string, at: number): Counter => {
    const key = limitKey(address);
    const known = counters.get(key);
    if (known && (known.until > at || known.blockedUntil > at || known.isOwn)) return known;
    const counter = { isOwn: ownNetworks.has(address), until: at + WINDOW_MS, count: 0, blockedUntil: 0 };
    counters.set(key, counter);
    return counter;
  };

  return {
    /** Takes a point; answers the seconds to wait when there is none left, else null. */
    take: (address: string): number | null => {
      if (perMinute === 0) return null;
      const at = now();
      const counter = counterOf(address, at);
      if (counter.isOwn) return null;
      if (counter.blockedUntil > at) return Math.ceil((counter.blockedUntil - at) / 1_000);
      counter.count += 1;
      if (counter.count > perMinute) {
        counter.blockedUntil = counter.until;
        return Math.ceil((counter.until - at) / 1_000);
      }
      if (counter.count % step === 0) {
        void share()?.(limitKey(address), step).then((waitMs) => {
          if (waitMs > 0) counter.blockedUntil = now() + waitMs;
        });
      }
      return null;
    },
  };
};

export type RequestLimits = ReturnType<typeof createRequestLimits>;
