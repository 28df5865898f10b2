import 'server-only';
import { createLimiter } from '../../framework/shared.ts';

const MINUTE_S = 60;
/** All clients together may check this many times the domains of one. */
const TOTAL_FACTOR = 10;
const ALL_CLIENTS = 'all';

const limitPerMinute = (points: number) => createLimiter({ points, perS: MINUTE_S });

/**
 * Returns a function that counts the domains that a client checks. It resolves with the seconds to wait if there were too
 * many, of this client or of all together; else null.
 *
 * @param perMinute domains of one client; 0: unlimited.
 */
export const createCheckLimits = (perMinute: number) => {
  if (perMinute === 0) return async (): Promise<number | null> => null;
  const client = limitPerMinute(perMinute);
  const total = limitPerMinute(perMinute * TOTAL_FACTOR);
  return async (address: string, domains: number): Promise<number | null> =>
    (await client.take(address, domains)) ?? total.take(ALL_CLIENTS, domains);
};

/** Lists that one client may send. Reading one may take as long as a render. */
const LISTS = { points: 30, perS: 6 } as const;

/** Returns a function that counts a list of a client, whatever is in it. It resolves with the seconds to wait, else null. */
export const createListLimit = (): ((address: string) => Promise<number | null>) => {
  const lists = createLimiter(LISTS);
  return (address) => lists.take(address);
};
