import 'server-only';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKeys } from '../framework/http/client-address.ts';
import { log } from '../framework/log.ts';
import type { SiteRedis } from './site-redis.ts';

/** So many points within so many seconds. No counter lives longer than a day (privacy policy § 3). */
export type Limit = { readonly points: number; readonly perS: number };

/** A limit that all visitors share. */
export type SharedLimit = Limit & {
  /** How many of the points only networks that sent no message within the window may use. */
  readonly reserved?: number;
};

export type Limits = {
  /** Calls of the endpoint by one client, whatever they hold. */
  readonly calls: Limit;
  readonly challenges: Limit;
  /** Messages of one client, and of one client without proof of a person. */
  readonly address: Limit;
  readonly unverifiedAddress: Limit;
  /** Messages in total, counted right before they are stored; those without proof have to fit into both. */
  readonly total: SharedLimit;
  readonly unverifiedTotal: SharedLimit;
  /** Automatic confirmations to one mailbox, which may belong to somebody else. */
  readonly confirmations: Limit;
};

type SharedName = 'total' | 'unverifiedTotal';
type ClientName = Exclude<keyof Limits, SharedName>;

const TEN_MINUTES_S = 600;

export const DEFAULT_LIMITS: Limits = {
  calls: { points: 120, perS: 60 },
  challenges: { points: 120, perS: 60 },
  address: { points: 60, perS: TEN_MINUTES_S },
  unverifiedAddress: { points: 20, perS: TEN_MINUTES_S },
  total: { points: 1_200, perS: TEN_MINUTES_S, reserved: 300 },
  unverifiedTotal: { points: 300, perS: TEN_MINUTES_S, reserved: 100 },
  confirmations: { points: 3, perS: 86_400 },
};

/**
 * How many times the points of a limit each of a client's `limitKeys` has, the narrowest first: a /56 twice and a /48 four
 * times those of a /64. They may belong to one subscriber or to many, so they get more than one and less than many.
 */
const POINTS_FACTORS = [1, 2, 4];
const ALL_VISITORS = 'all';

/** The points that one message consumes. */
export type MessagePoints = {
  /** Consumes points that its client has to itself. Returns the seconds to wait when there are not enough, else `null`. */
  readonly take: (limit: ClientName, points?: number) => Promise<number | null>;
  /**
   * Consumes points that all visitors share. Returns the seconds to wait when there are not enough, else `null`. A message
   * that is rejected here has consumed no shared points at all.
   */
  readonly takeShared: (limit: SharedName, points?: number) => Promise<number | null>;
  /** Gives back everything that was taken: the message could not be accepted, and that was our fault. */
  readonly giveBack: () => Promise<void>;
};

export type RateLimits = {
  /**
   * Consumes points of a client (an IP address, or any other key). Returns the seconds to wait when there are not enough, in
   * which case none are consumed, else `null`.
   */
  readonly take: (limit: ClientName, client: string, points?: number) => Promise<number | null>;
  readonly forMessage: (address: string) => MessagePoints;
};

type Consumption = {
  /** Seconds; `null`: there were enough points. */
  readonly wait: number | null;
  /** Points of this key that are consumed by now. */
  readonly consumed: number;
  readonly giveBack: () => Promise<void>;
};

const UNCOUNTED: Consumption = { wait: null, consumed: 0, giveBack: async () => undefined };

const consume = async (limiter: RateLimiterAbstract, key: string, points: number): Promise<Consumption> => {
  const reward = async (): Promise<void> => {
    await limiter.reward(key, points).catch((error) => log.error({ err: error }, 'points cannot be given back'));
  };
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key, points);
    const windowEnd = Date.now() + msBeforeNext;
    return {
      wait: null,
      consumed: consumedPoints,
      // The next window starts full: what came back to it would be a bonus.
      giveBack: async () => (Date.now() < windowEnd ? reward() : undefined),
    };
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      // The limiter counts rejected points too.
      await reward();
      return { ...UNCOUNTED, wait: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) };
    }
    // Better a message too many than one lost because we cannot count.
    log.error({ err: error, limit: limiter.keyPrefix }, 'a limit cannot be counted');
    return UNCOUNTED;
  }
};

const giveBackAll = async (consumptions: Consumption[]): Promise<void> => {
  await Promise.all(consumptions.splice(0).map(({ giveBack }) => giveBack()));
};

/** Counts in memory, or in Redis for all instances together and in memory while Redis is away. */
export const createRateLimits = (redis: SiteRedis | null, limits: Limits = DEFAULT_LIMITS): RateLimits => {
  const createLimiter = (name: string, { points, perS }: Limit): RateLimiterAbstract => {
    const options = { keyPrefix: `limit:${name}`, points, duration: perS };
    const memory = new RateLimiterMemory(options);
    if (redis === null) return memory;
    return new RateLimiterRedis({
      ...options,
      keyPrefix: redis.keyOf(options.keyPrefix),
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  };

  const createPerClient = (name: ClientName) =>
    POINTS_FACTORS.map((factor) => {
      const { points, perS } = limits[name];
      return createLimiter(name, { points: points * factor, perS });
    });
  const perClient = {
    calls: createPerClient('calls'),
    challenges: createPerClient('challenges'),
    address: createPerClient('address'),
    unverifiedAddress: createPerClient('unverifiedAddress'),
    confirmations: createPerClient('confirmations'),
  };

  const createShared = (name: SharedName) => {
    const { points, perS, reserved = 0 } = limits[name];
    return {
      open: createLimiter(name, { points: points - reserved, perS }),
      reserved: reserved > 0 ? createLimiter(`${name}-reserved`, { points: reserved, perS }) : null,
    };
  };
  const shared = { total: createShared('total'), unverifiedTotal: createShared('unverifiedTotal') };

  /** Messages by the widest network of their senders, only to tell which of them are the first. */
  const messages = createLimiter('messages', { points: Number.MAX_SAFE_INTEGER, perS: limits.total.perS });

  /** The widest network first, so that a flood of narrow ones creates no counter for each. */
  const takePerClient = async (limit: ClientName, client: string, points: number) => {
    const taken: Consumption[] = [];
    for (const [index, key] of [...limitKeys(client).entries()].reverse()) {
      const limiter = perClient[limit][index];
      if (!limiter) continue;
      const consumption = await consume(limiter, key, points);
      if (consumption.wait !== null) {
        await giveBackAll(taken);
        return { wait: consumption.wait, taken };
      }
      taken.push(consumption);
    }
    return { wait: null, taken };
  };

  const takeShared = async (limit: SharedName, points: number, isFirst: boolean): Promise<Consumption> => {
    const { open, reserved } = shared[limit];
    const consumption = await consume(open, ALL_VISITORS, points);
    if (consumption.wait === null || !isFirst || reserved === null) return consumption;
    const fromReserve = await consume(reserved, ALL_VISITORS, points);
    return fromReserve.wait === null ? fromReserve : consumption;
  };

  return {
    take: async (limit, client, points = 1) => (await takePerClient(limit, client, points)).wait,

    forMessage: (address) => {
      const ownTaken: Consumption[] = [];
      const sharedTaken: Consumption[] = [];
      let message: Consumption | null = null;

      return {
        take: async (limit, points = 1) => {
          const { wait, taken } = await takePerClient(limit, address, points);
          ownTaken.push(...taken);
          return wait;
        },
        takeShared: async (limit, points = 1) => {
          if (message === null) {
            message = await consume(messages, limitKeys(address).at(-1) ?? address, 1);
            sharedTaken.push(message);
          }
          const consumption = await takeShared(limit, points, message.consumed <= 1);
          if (consumption.wait === null) {
            sharedTaken.push(consumption);
            return null;
          }
          await giveBackAll(sharedTaken);
          message = null;
          return consumption.wait;
        },
        giveBack: async () => {
          await giveBackAll([...ownTaken.splice(0), ...sharedTaken.splice(0)]);
        },
      };
    },
  };
};
