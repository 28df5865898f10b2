import 'server-only';
import type { z } from 'zod';
import { createRateLimiter } from '../middleware/rate-limit.ts';
import { parseJson, readBody } from '../request-body.ts';
import { toEmpty } from '../responses.ts';
import type { Endpoint } from '../site-options.ts';

/** Reports per client and minute. */
const PER_MINUTE = 20;

/** Takes reports that browsers send, as JSON of at most 64 KB. */
export const createReportsEndpoint = <Schema extends z.ZodType>(
  schema: Schema,
  record: (report: z.output<Schema>) => void,
): Endpoint => {
  const limits = createRateLimiter(PER_MINUTE);

  return async (c) => {
    if (c.req.method !== 'POST') return toEmpty(405, { allow: 'POST' });
    const waitS = await limits.take(c.get('address'));
    if (waitS !== null) return toEmpty(429, { 'retry-after': String(waitS) });
    const body = await readBody(c.req.raw);
    if (body === null) return toEmpty(413);
    const report = schema.safeParse(parseJson(body.toString()));
    if (!report.success) return toEmpty(400);
    record(report.data);
    return toEmpty(204);
  };
};
