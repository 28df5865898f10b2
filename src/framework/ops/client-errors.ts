import 'server-only';
import { z } from 'zod';
import { toRoutePattern } from '../../site/routes.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { log } from '../log.ts';
import { answerBeacon, readBeacon } from './beacon.ts';

/** A document reports once (`client/report-failure.ts`). */
const PER_MINUTE = 20;

const STAGES = ['chunk', 'payload', 'timeout', 'render'] as const;

const ClientError = z.strictObject({
  path: z.string().startsWith('/').max(2_048),
  stage: z.enum(STAGES),
});

const counts = new Map<string, number>(STAGES.map((stage) => [stage, 0]));
const limits = createRateLimiter({ perMinute: PER_MINUTE });

/** How many pages failed in a browser since the start, by what failed. */
export const clientErrorCounts = (): Iterable<readonly [string, number]> => counts;

/**
 * `POST /api/client-errors`: a page tells that it could not be hydrated, or that a part of it is missing. The log and the
 * metrics hold the pattern of its route and what failed, nothing of the visitor.
 */
export const handleClientErrors = async (
  request: Request,
  { address }: { readonly address: string },
): Promise<Response> => {
  if (request.method !== 'POST') return answerBeacon(405, { allow: 'POST' });
  const waitS = limits.take(address);
  if (waitS !== null) return answerBeacon(429, { 'retry-after': String(waitS) });

  const error = ClientError.safeParse(await readBeacon(request));
  if (!error.success) return answerBeacon(400);
  const { path, stage } = error.data;
  counts.set(stage, (counts.get(stage) ?? 0) + 1);
  log.warn({ route: toRoutePattern(path) ?? 'other', stage }, 'a page failed in a browser');
  return answerBeacon(204);
};
