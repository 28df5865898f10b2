import 'server-only';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from '../../framework/shared.ts';

const MINUTE_S = 60;
/** All clients together may check this many times the domains of one. */
const TOTAL_FACTOR = 10;
const ALL_CLIENTS = 'all';

const consume = async (limiter: RateLimiterMemory, key: string, points: number): Promise<number | null> => {
  try {
    await limiter.consume(key, points);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    // The library also counts the points of a rejected request.
    await limiter.reward(key, points);
    return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
  }
};

/**
 * Returns a function that counts the domains that a client checks. It resolves with the seconds to wait if there were too
 * many, of this client or of all together; else null.
 *
 * @param perMinute domains of one client; 0: unlimited.
 */
export const createCheckLimits = (perMinute: number) => {
  if (perMinute === 0) return async (): Promise<number | null> => null;
  const client = new RateLimiterMemory({ keyPrefix: '', points: perMinute, duration: MINUTE_S });
  const total = new RateLimiterMemory({ keyPrefix: '', points: perMinute * TOTAL_FACTOR, duration: MINUTE_S });
  return async (address: string, domains: number): Promise<number | null> =>
    (await consume(client, limitKey(address), domains)) ?? consume(total, ALL_CLIENTS, domains);
};
