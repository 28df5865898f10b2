import 'server-only';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey, log } from '../framework/shared.ts';
import type { SiteRedis } from './site-redis.ts';

/** `points` per window of `perS` seconds. No window is longer than a day (privacy policy § 3). */
export type Limit = { readonly points: number; readonly perS: number };

const TEN_MINUTES_S = 600;

/** Limits of one client. */
const CLIENT_LIMITS = {
  /** Requests to `POST /mail/send`. */
  calls: { points: 120, perS: 60 },
  challenges: { points: 120, perS: 60 },
  /** Messages. Those without a verified captcha proof also consume points of `unverifiedAddress`. */
  address: { points: 60, perS: TEN_MINUTES_S },
  unverifiedAddress: { points: 20, perS: TEN_MINUTES_S },
  /** Confirmations to one email address, which may be someone else's. */
  confirmations: { points: 3, perS: 86_400 },
} as const satisfies Record<string, Limit>;

/** Limits of all clients together. `reserved` of the points are for networks that have sent no message within the window. */
const SHARED_LIMITS = {
  total: { points: 1_200, perS: TEN_MINUTES_S, reserved: 300 },
  unverifiedTotal: { points: 300, perS: TEN_MINUTES_S, reserved: 100 },
} as const;

type ClientName = keyof typeof CLIENT_LIMITS;
type SharedName = keyof typeof SHARED_LIMITS;

export type Limits = Readonly<
  Record<ClientName, Limit> & Record<SharedName, Limit & { readonly reserved?: number | undefined }>
>;

export const DEFAULT_LIMITS: Limits = { ...CLIENT_LIMITS, ...SHARED_LIMITS };

const ALL_CLIENTS = 'all';

type Consumption = {
  /** Seconds; null: there were enough points. */
  readonly waitS: number | null;
  /** All points of the key consumed within the window. */
  readonly consumed: number;
  readonly giveBack: () => Promise<void>;
};

const NOT_COUNTED: Consumption = { waitS: null, consumed: 0, giveBack: async () => undefined };

const consume = async (limiter: RateLimiterAbstract, key: string, points: number): Promise<Consumption> => {
  const reward = async (): Promise<void> => {
    await limiter
      .reward(key, points)
      .catch((error) => log.error({ err: error }, 'rate limit points cannot be given back'));
  };
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key, points);
    const windowEnd = Date.now() + msBeforeNext;
    return {
      waitS: null,
      consumed: consumedPoints,
      // Points that are given back in the next window would raise its limit.
      giveBack: async () => (Date.now() < windowEnd ? reward() : undefined),
    };
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      // The library also counts the points of a rejected request.
      await reward();
      return { ...NOT_COUNTED, waitS: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) };
    }
    // Fail open: losing a message is worse than accepting one too many.
    log.error({ err: error, limit: limiter.keyPrefix }, 'a rate limit cannot be counted');
    return NOT_COUNTED;
  }
};

const giveBackAll = async (consumptions: Consumption[]): Promise<void> => {
  await Promise.all(consumptions.splice(0).map(({ giveBack }) => giveBack()));
};

/**
 * Counts in Redis for all instances together. Without Redis, or while it is down, each instance counts in memory. `take` and
 * `takeShared` resolve with null, or with the seconds to wait when there are not enough points.
 */
export const createRateLimits = (redis: SiteRedis | null, limits: Limits = DEFAULT_LIMITS) => {
  const limiters = new Map<string, RateLimiterAbstract>();

  const createLimiter = (keyPrefix: string, { points, perS }: Limit): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration: perS });
    if (redis === null) return memory;
    return new RateLimiterRedis({
      keyPrefix: redis.keyOf(keyPrefix),
      points,
      duration: perS,
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  };

  const limiterOf = (name: string, limit: Limit): RateLimiterAbstract => {
    const key = `${name} ${limit.points}`;
    const limiter = limiters.get(key) ?? createLimiter(`limit:${name}`, limit);
    limiters.set(key, limiter);
    return limiter;
  };

  const takePerClient = (name: ClientName, client: string, points: number): Promise<Consumption> =>
    consume(limiterOf(name, limits[name]), limitKey(client), points);

  const takeShared = async (name: SharedName, points: number, isFirst: boolean): Promise<Consumption> => {
    const { reserved = 0, ...limit } = limits[name];
    const unreserved = limiterOf(name, { ...limit, points: limit.points - reserved });
    const consumption = await consume(unreserved, ALL_CLIENTS, points);
    if (consumption.waitS === null || !isFirst || reserved === 0) return consumption;
    const reserve = limiterOf(`${name}-reserved`, { ...limit, points: reserved });
    const fromReserve = await consume(reserve, ALL_CLIENTS, points);
    return fromReserve.waitS === null ? fromReserve : consumption;
  };

  /** Counts a message by the network of its client, to know whether it is the first of that network. */
  const countMessage = (address: string): Promise<Consumption> => {
    const limiter = limiterOf('messages', { points: Number.MAX_SAFE_INTEGER, perS: limits.total.perS });
    return consume(limiter, limitKey(address), 1);
  };

  return {
    /** Consumes one point. `client` is an IP address or any other key. */
    take: async (limit: ClientName, client: string): Promise<number | null> =>
      (await takePerClient(limit, client, 1)).waitS,

    forMessage: (address: string) => {
      const ownTaken: Consumption[] = [];
      const sharedTaken: Consumption[] = [];

      return {
        take: async (limit: ClientName, points = 1): Promise<number | null> => {
          const consumption = await takePerClient(limit, address, points);
          ownTaken.push(consumption);
          return consumption.waitS;
        },
        /** Takes points that all clients share. When there are not enough, the message gives back all shared points it has taken. */
        takeShared: async (limit: SharedName, points = 1): Promise<number | null> => {
          const message = sharedTaken[0] ?? (await countMessage(address));
          if (sharedTaken.length === 0) sharedTaken.push(message);
          const consumption = await takeShared(limit, points, message.consumed <= 1);
          if (consumption.waitS === null) sharedTaken.push(consumption);
          else await giveBackAll(sharedTaken);
          return consumption.waitS;
        },
        /** Gives back all points, because the message could not be stored. */
        giveBack: (): Promise<void> => giveBackAll([...ownTaken.splice(0), ...sharedTaken.splice(0)]),
      };
    },
  };
};

export type RateLimits = ReturnType<typeof createRateLimits>;
export type MessagePoints = ReturnType<RateLimits['forMessage']>;
