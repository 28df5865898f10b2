import 'server-only';
import { createLimiter, type Limiter } from '../framework/shared.ts';
import type { SiteRedis } from './mail-database.ts';

/**
 * `points` per window of `perS` seconds. No window is longer than a day (privacy policy § 3). `reserved` of the points
 * are for networks that have sent no message within the window.
 */
export type Limit = { readonly points: number; readonly perS: number; readonly reserved?: number };

const TEN_MINUTES_S = 600;

export const DEFAULT_LIMITS = {
  /** Requests of one client to `POST /mail/send`. */
  calls: { points: 120, perS: 60 },
  /** Messages of one client. Those without a verified captcha solution also consume points of `unverifiedAddress`. */
  address: { points: 60, perS: TEN_MINUTES_S },
  unverifiedAddress: { points: 20, perS: TEN_MINUTES_S },
  /** Confirmations to one email address, which may be someone else's. */
  confirmations: { points: 3, perS: 86_400 },
  /** The same for messages that are always confirmed. Somebody may report many domains in a day. */
  receipts: { points: 20, perS: 86_400 },
  /** Messages of all clients together. */
  total: { points: 1_200, perS: TEN_MINUTES_S, reserved: 300 },
  unverifiedTotal: { points: 300, perS: TEN_MINUTES_S, reserved: 100 },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof DEFAULT_LIMITS;

export type Limits = Readonly<Record<LimitName, Limit>>;

const ALL_CLIENTS = 'all';

/** Points of a message that cannot be stored are not given back. */
export const createRateLimits = (redis: SiteRedis | null, limits: Limits) => {
  const limiters = new Map<string, Limiter>();

  const limiterOf = (name: string, limit: Limit): Limiter => {
    const limiter = limiters.get(name) ?? createLimiter(limit, redis?.client, redis?.keyOf(`limit:${name}`));
    limiters.set(name, limiter);
    return limiter;
  };

  /** The networks that have sent a message. */
  const senders = limiterOf('messages', { points: Number.MAX_SAFE_INTEGER, perS: limits.total.perS });

  return {
    /**
     * Consumes points of one client, which is an IP address or any other key. Resolves with the seconds to wait if
     * there are not enough, else null.
     */
    take: (name: LimitName, client: string, points = 1): Promise<number | null> =>
      limiterOf(name, limits[name]).take(client, points),
    /** Consumes points that all clients share. Resolves like `take`. */
    takeShared: async (name: LimitName, address: string, points = 1): Promise<number | null> => {
      const { reserved = 0, ...limit } = limits[name];
      const unreserved = limiterOf(name, { ...limit, points: limit.points - reserved });
      const waitS = await unreserved.take(ALL_CLIENTS, points);
      if (waitS === null || reserved === 0 || (await senders.isKnown(address))) return waitS;
      return limiterOf(`${name}-reserved`, { ...limit, points: reserved }).take(ALL_CLIENTS, points);
    },
    /** Notes that this client has sent a message, so that the reserved points are not for it any more. */
    noteSender: (address: string) => senders.take(address),
  };
};

export type RateLimits = ReturnType<typeof createRateLimits>;
