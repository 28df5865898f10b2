import 'server-only';
import type { z } from 'zod';
import { createRateLimiter, parseJson, readBody } from '../middleware/index.ts';
import type { Endpoint } from '../site-options.ts';

const MAX_CHARACTERS = 4_096;

/** A response without a body, which caches do not store. */
export const respondToBeacon = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });

type BeaconOptions<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** Reports per client and minute. */
  readonly perMinute: number;
  readonly record: (report: z.output<Schema>) => void;
};

/** Takes reports that browsers send with `navigator.sendBeacon`: JSON of at most 4,096 characters. */
export const createBeaconEndpoint = <Schema extends z.ZodType>({
  schema,
  perMinute,
  record,
}: BeaconOptions<Schema>): Endpoint => {
  const limits = createRateLimiter({ perMinute });

  return async (request, { address }) => {
    if (request.method !== 'POST') return respondToBeacon(405, { allow: 'POST' });
    const waitS = await limits.take(address);
    if (waitS !== null) return respondToBeacon(429, { 'retry-after': String(waitS) });

    const text = (await readBody(request))?.toString() ?? '';
    const report = schema.safeParse(text.length > MAX_CHARACTERS ? undefined : parseJson(text));
    if (!report.success) return respondToBeacon(400);
    record(report.data);
    return respondToBeacon(204);
  };
};
