import 'server-only';
import type { Context, MiddlewareHandler } from 'hono';
import { isPrivate } from '../client-address.ts';
import { type Env, isRead } from '../context.ts';
import { createLimiter, type Limiter } from '../limiter.ts';
import { defineCounter } from '../metrics-registry.ts';
import type { Redis } from '../redis.ts';
import { ASSETS, type Fail } from '../render/index.ts';

const rejected = defineCounter({
  name: 'http_limited_requests_total',
  help: 'Requests over the rate limit of their client, by kind of request.',
  labelNames: ['kind'],
});

const MINUTE_S = 60;
/**
 * A client may send a tenth of its limit per minute at once, and at least as many requests as a page with images needs. The window of these
 * requests is as long as the limit per minute requires.
 */
const BURST_SHARE = 0.1;
const MIN_BURST = 30;
/** At most a tenth of the limit may be renders: one takes as long as a thousand cached responses. */
const RENDER_SHARE = 0.1;
const MIN_RENDER_BURST = 20;

const limitPerMinute = (perMinute: number, points: number): Limiter =>
  createLimiter({ points, perS: (points / perMinute) * MINUTE_S });

/**
 * Counts the requests to all instances in Redis. While Redis is unreachable, each instance counts on its own.
 *
 * @param perMinute not 0.
 */
export const shareThroughRedis = (redis: Redis, perMinute: number, keyPrefix: string): Limiter =>
  createLimiter({ points: perMinute, perS: MINUTE_S }, redis, `${keyPrefix}:limit:requests`);

/** Addresses of private networks are exempt, since no client on the internet has such an address. */
export type RateLimiter = {
  /** Counts a request. Resolves with the seconds to wait if the client has sent too many, else null. */
  readonly take: (address: string) => Promise<number | null>;
  /** Counts a render for one client. Resolves with the seconds to wait if the client has caused too many, else null. */
  readonly takeRender: (address: string) => Promise<number | null>;
};

/**
 * Limits the requests of a client (`limitKey`) per minute and in bursts.
 *
 * @param perMinute 0: unlimited.
 * @param shared returns what counts the requests to all instances; null: this is the only one, or Redis is not
 *   connected yet.
 */
export const createRateLimiter = (perMinute: number, shared: () => Limiter | null = () => null): RateLimiter => {
  if (perMinute === 0) return { take: async () => null, takeRender: async () => null };
  const burst = limitPerMinute(perMinute, Math.min(perMinute, Math.max(MIN_BURST, perMinute * BURST_SHARE)));
  const rendersPerMinute = perMinute * RENDER_SHARE;
  const renders = limitPerMinute(rendersPerMinute, Math.max(MIN_RENDER_BURST, rendersPerMinute * BURST_SHARE));

  return {
    take: async (address) =>
      isPrivate(address) ? null : ((await burst.take(address)) ?? (await shared()?.take(address)) ?? null),
    takeRender: async (address) => (isPrivate(address) ? null : renders.take(address)),
  };
};

/** Reading static assets, health checks and metrics is exempt from rate limiting. */
const isExempt = (c: Context<Env>): boolean =>
  isRead(c) && (c.get('kind') === 'operation' || (c.get('kind') === 'file' && c.get('pathname').startsWith(ASSETS)));

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
