import 'server-only';
import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../context.ts';
import { limitKeys, NETWORK_FACTORS } from '../limit-keys.ts';
import { defineCounter } from '../metrics-registry.ts';
import type { Redis } from '../redis.ts';
import { ASSETS, type Fail } from '../render/index.ts';
import { isPrivate } from './client-address.ts';

const rejected = defineCounter({
  name: 'http_limited_requests_total',
  help: 'Requests over the rate limit of their client, by kind of request.',
  labelNames: ['kind'],
});

const MINUTE_S = 60;
/**
 * A client may send a tenth of its limit per minute at once, and at least as many requests as a page with images needs.
 */
const BURST_SHARE = 0.1;
const MIN_BURST = 30;
/** At most a tenth of the limit may be renders: one takes as long as a thousand cached responses. */
const RENDER_SHARE = 0.1;
const MIN_RENDER_BURST = 20;
/** Each time a client has used another tenth of its limit, the instance reports that to Redis. */
const REPORTS = 10;

/** The seconds to wait after a rejected request. */
const waitSOf = (error: unknown): number => {
  if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
  throw error;
};

type Allowance = { readonly points: number; readonly durationS: number };

/**
 * Returns a function that takes a point from the allowance of an address. It resolves with the seconds to wait if no
 * point is left, else null.
 */
const createClientLimiter = ({ points, durationS }: Allowance) => {
  const limiters = NETWORK_FACTORS.map(
    (factor) => new RateLimiterMemory({ keyPrefix: '', points: points * factor, duration: durationS }),
  );

  return async (address: string): Promise<number | null> => {
    const keys = limitKeys(address);
    try {
      // The widest network first: once that is over its limit, its narrower networks are no longer counted, so an
      // attacker cannot fill the memory with them.
      for (const [index, limiter] of [...limiters.entries()].reverse()) {
        const key = keys[index];
        if (key !== undefined) await limiter.consume(key);
      }
      return null;
    } catch (error) {
      return waitSOf(error);
    }
  };
};

/**
 * Counts points that a client has used on this instance towards its limit on all instances. Resolves with the
 * milliseconds to wait if the limit is exceeded, else 0.
 */
export type SharedPoints = (key: string, points: number) => Promise<number>;

type SharedLimitOptions = { readonly perMinute: number; readonly keyPrefix: string };

/** Counts the points of all instances in Redis. While Redis is unreachable, each instance limits on its own. */
export const shareThroughRedis = (redis: Redis, { perMinute, keyPrefix }: SharedLimitOptions): SharedPoints => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${keyPrefix}:limit:requests`,
    points: perMinute,
    duration: MINUTE_S,
    rejectIfRedisNotReady: true,
  });
  return async (key, points) => {
    try {
      await limiter.consume(key, points);
      return 0;
    } catch (error) {
      return error instanceof RateLimiterRes ? error.msBeforeNext : 0;
    }
  };
};

type LimitOptions = {
  /** 0: unlimited. */
  readonly perMinute: number;
  /** Null: this is the only instance, or Redis is not connected yet. */
  readonly share?: () => SharedPoints | null;
};

/** Addresses of private networks are exempt, since no client on the internet has such an address. */
export type RateLimiter = {
  /** Counts a request. Resolves with the seconds to wait if the client has sent too many, else null. */
  readonly take: (address: string) => Promise<number | null>;
  /** Counts a render for one client. Resolves with the seconds to wait if the client has caused too many, else null. */
  readonly takeRender: (address: string) => Promise<number | null>;
};

/**
 * Limits the requests of a client (an IPv4 address; an IPv6 /64, /56 and /48) in the memory of this process, per minute
 * and in bursts. If there are several instances, they add up the requests of a client in Redis, in steps of a tenth of
 * the limit; no request waits for Redis.
 */
export const createRateLimiter = ({ perMinute, share = () => null }: LimitOptions): RateLimiter => {
  if (perMinute === 0) return { take: async () => null, takeRender: async () => null };
  const toAllowance = (points: number, rate: number): Allowance => ({ points, durationS: (points / rate) * MINUTE_S });
  const burst = Math.min(perMinute, Math.max(MIN_BURST, perMinute * BURST_SHARE));
  const takeRequest = createClientLimiter(toAllowance(burst, perMinute));
  const takeRender = createClientLimiter(
    toAllowance(Math.max(MIN_RENDER_BURST, perMinute * BURST_SHARE * RENDER_SHARE), perMinute * RENDER_SHARE),
  );
  const minuteLimiter = new RateLimiterMemory({ keyPrefix: '', points: perMinute, duration: MINUTE_S });
  const reportStep = Math.max(1, Math.floor(perMinute / REPORTS));

  /** Counts a request against the limit of all instances. */
  const takeShared = async (key: string): Promise<number | null> => {
    try {
      const { consumedPoints } = await minuteLimiter.consume(key);
      const sharePoints = share();
      if (sharePoints !== null && consumedPoints % reportStep === 0) {
        void sharePoints(key, reportStep).then(async (waitMs) => {
          if (waitMs > 0) await minuteLimiter.block(key, waitMs / 1_000);
        });
      }
      return null;
    } catch (error) {
      return waitSOf(error);
    }
  };

  return {
    take: async (address) =>
      isPrivate(address) ? null : ((await takeRequest(address)) ?? (await takeShared(limitKeys(address)[0]))),
    takeRender: async (address) => (isPrivate(address) ? null : takeRender(address)),
  };
};

/** Reading static assets, health checks and metrics is exempt from rate limiting. */
const isExempt = (c: Context<Env>): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') &&
  (c.get('kind') === 'operation' || (c.get('kind') === 'file' && c.get('pathname').startsWith(ASSETS)));

/** Rejects the requests of a client that has sent too many. */
export const rateLimit =
  (fail: Fail, { take }: RateLimiter, toMessage: (waitS: number) => string): MiddlewareHandler<Env> =>
  async (c, next) => {
    const waitS = isExempt(c) ? null : await take(c.get('address'));
    if (waitS === null) return next();
    rejected.inc({ kind: c.get('kind') ?? 'page' });
    const headers = { 'retry-after': String(waitS) };
    return fail(c, { statusCode: 429, headers, ...(c.get('kind') === 'page' && { message: toMessage(waitS) }) });
  };
