import 'server-only';
import { createLimiter, toJsonError } from '../framework/shared.ts';
import type { MailStore } from '../mail/mail-database.ts';

/** Challenges per client, in a window of a minute. */
const CHALLENGES = { points: 120, perS: 60 } as const;

/**
 * `GET /api/captcha/challenge`: a challenge of the self-hosted captcha. `address` is the client's.
 *
 * @param challenge null: the widget of the captcha provider fetches its own.
 */
export const createChallengeEndpoint = (
  challenge: () => Promise<object | null>,
  { redis }: Pick<MailStore, 'redis'>,
) => {
  const keyPrefix = redis?.keyOf('limit:challenges') ?? '';
  const limiter = createLimiter({ redis: redis?.client ?? null, keyPrefix, ...CHALLENGES });

  return async (request: Request, { address }: { readonly address: string }): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return toJsonError(405, 'This address answers GET only.', { allow: 'GET, HEAD' });
    }
    const waitS = await limiter.take(address);
    if (waitS !== null) {
      const headers = { 'retry-after': String(waitS) };
      return toJsonError(429, 'Too many requests at once. Please wait a moment.', headers);
    }
    const issued = await challenge();
    if (issued === null) return toJsonError(404, 'The captcha of this site is that of a provider.');
    return Response.json(issued, { headers: { 'cache-control': 'no-store' } });
  };
};
