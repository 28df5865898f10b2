import 'server-only';
import type { z } from 'zod';
import { createRateLimiter } from '../middleware/index.ts';
import { parseJson, readBody } from '../request-body.ts';
import { toEmpty } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';

const MAX_CHARACTERS = 4_096;

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
  const limits = createRateLimiter(perMinute);

  return async (c) => {
    if (c.req.method !== 'POST') return toEmpty(405, { allow: 'POST' });
    const waitS = await limits.take(c.get('address'));
    if (waitS !== null) return toEmpty(429, { 'retry-after': String(waitS) });

    const text = (await readBody(c.req.raw))?.toString() ?? '';
    const report = schema.safeParse(text.length > MAX_CHARACTERS ? undefined : parseJson(text));
    if (!report.success) return toEmpty(400);
    record(report.data);
    return toEmpty(204);
  };
};
