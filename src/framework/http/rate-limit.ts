import 'server-only';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { connectRedis, type Redis } from '../redis.ts';
import { limitKeys, trustedNetworks } from './client-address.ts';

const MINUTE_MS = 60_000;
/** Buckets that are held at a time; the least recently used are dropped first. */
const MAX_BUCKETS = 60_000;
/** A client may use a tenth of its requests per minute at once, and at least as many as a page with pictures needs. */
const BURST_SHARE = 0.1;
const MIN_BURST = 30;
/** Of its requests, a tenth may need a render. A render takes as long as a thousand cached responses. */
const RENDER_SHARE = 0.1;
const MIN_RENDER_BURST = 20;
/**
 * The allowance of each of a client's `limitKeys`, the narrowest network first: a /56 may belong to one subscriber or to many, so
 * it has twice that of a /64, and a /48 four times.
 */
const NETWORK_FACTORS = [1, 2, 4];
/** The other instances are told of every tenth of the limit. */
const SHARES = 10;

/** Addresses that no client on the internet has: this machine, probes, a load balancer that `TRUST_PROXY` does not name. */
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

/** Adds points of a client to those of all instances. Resolves with the milliseconds to wait when they are used up, else 0. */
export type SharedPoints = (key: string, points: number) => Promise<number>;

type SharedLimitOptions = { readonly perMinute: number; readonly keyPrefix: string };

/** Counts the points of all instances in Redis. While Redis is away each instance goes on with its own. */
export const shareThroughRedis = (redis: Redis, { perMinute, keyPrefix }: SharedLimitOptions): SharedPoints => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${keyPrefix}:limit:requests`,
    points: perMinute,
    duration: MINUTE_MS / 1_000,
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

export type SharedLimits = { readonly share: SharedPoints; readonly close: () => void };

/** A connection of its own for the points of all instances. */
export const connectSharedLimits = async (url: string, options: SharedLimitOptions): Promise<SharedLimits> => {
  const redis = await connectRedis(url);
  return { share: shareThroughRedis(redis, options), close: () => redis.disconnect() };
};

type Bucket = { tokens: number; filledAt: number };
type Allowance = { readonly burst: number; readonly perMs: number };

/** Token buckets by key. Each holds at most `burst` tokens and gets `perMs` new ones a millisecond. */
const createBuckets = ({ burst, perMs }: Allowance) => {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });

  const bucketOf = (key: string, factor: number, at: number): Bucket => {
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      const full = { tokens: burst * factor, filledAt: at };
      buckets.set(key, full);
      return full;
    }
    bucket.tokens = Math.min(burst * factor, bucket.tokens + (at - bucket.filledAt) * perMs * factor);
    bucket.filledAt = at;
    return bucket;
  };

  return {
    /** Takes a token from the bucket of every key. Returns the milliseconds until there is one in each, in which case none is taken; else 0. */
    take: (keys: readonly string[], at: number): number => {
      const held = keys.map((key, index) => {
        const factor = NETWORK_FACTORS[index] ?? 1;
        return { bucket: bucketOf(key, factor, at), perMs: perMs * factor };
      });
      const waitMs = Math.max(...held.map(({ bucket, perMs: rate }) => (1 - bucket.tokens) / rate));
      if (waitMs > 0) return waitMs;
      for (const { bucket } of held) bucket.tokens -= 1;
      return 0;
    },
  };
};

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

type LimitOptions = {
  /** RATE_LIMIT_PER_MIN; 0: no limit. */
  readonly perMinute: number;
  readonly share?: () => SharedPoints | null;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
};

/**
 * Limits the requests of a client (an IPv4 address; an IPv6 /64, /56 and /48) by token buckets in this process. With several
 * instances each tells the others of a tenth of the limit at a time, and no request waits for that.
 */
export const createRateLimiter = ({ perMinute, share = () => null, now = () => performance.now() }: LimitOptions) => {
  const perMs = perMinute / MINUTE_MS;
  const requests = createBuckets({ burst: Math.max(MIN_BURST, perMinute * BURST_SHARE), perMs });
  const renders = createBuckets({
    burst: Math.max(MIN_RENDER_BURST, perMinute * BURST_SHARE * RENDER_SHARE),
    perMs: perMs * RENDER_SHARE,
  });
  const counts = new LRUCache<string, number>({ max: MAX_BUCKETS });
  const blockedUntil = new LRUCache<string, number>({ max: MAX_BUCKETS });
  const step = Math.max(1, Math.floor(perMinute / SHARES));

  const isExempt = (address: string): boolean => perMinute === 0 || ownNetworks.has(address);

  const tellOthers = (key: string): void => {
    const sharePoints = share();
    if (sharePoints === null) return;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count % step);
    if (count < step) return;
    void sharePoints(key, step).then((waitMs) => {
      if (waitMs > 0) blockedUntil.set(key, now() + waitMs);
    });
  };

  return {
    /** Counts a request. Returns the seconds to wait when there are too many, else null. */
    take: (address: string): number | null => {
      if (isExempt(address)) return null;
      const at = now();
      const keys = limitKeys(address);
      const blockedMs = (blockedUntil.get(keys[0]) ?? 0) - at;
      const waitMs = blockedMs > 0 ? blockedMs : requests.take(keys, at);
      if (waitMs > 0) return toSeconds(waitMs);
      tellOthers(keys[0]);
      return null;
    },

    /** Counts a render for one client. Returns the seconds to wait when there are too many, else null. */
    takeRender: (address: string): number | null => {
      if (isExempt(address)) return null;
      const waitMs = renders.take(limitKeys(address), now());
      return waitMs > 0 ? toSeconds(waitMs) : null;
    },
  };
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;
