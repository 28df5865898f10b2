import 'server-only';
import { z } from 'zod';
import { env } from '../../env.ts';
import { toRoutePattern } from '../../site/routes.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { answerBeacon, readBeacon } from './beacon.ts';
import { createHistogram } from './histogram.ts';

const LONGEST_MS = 600_000;
const LARGEST_SHIFT = 100;
/** One page view sends once, so this is somebody who reads very fast. */
const PER_MINUTE = 60;

const duration = z.number().min(0).max(LONGEST_MS).optional();

const Vitals = z.strictObject({
  path: z.string().startsWith('/').max(2_048),
  values: z.strictObject({
    LCP: duration,
    INP: duration,
    TTFB: duration,
    CLS: z.number().min(0).max(LARGEST_SHIFT).optional(),
  }),
});

const histogramOf = (name: string, help: string, buckets: readonly number[]) =>
  createHistogram({ name, help, labelNames: ['route'], buckets });

/** The bounds of good and poor (web.dev/articles/vitals) are among the buckets. */
const histograms = {
  LCP: histogramOf('web_vitals_lcp_seconds', 'Largest contentful paint.', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]),
  INP: histogramOf('web_vitals_inp_seconds', 'Interaction to next paint.', [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]),
  TTFB: histogramOf('web_vitals_ttfb_seconds', 'Time to first byte.', [0.1, 0.2, 0.4, 0.8, 1.2, 1.8, 3, 6]),
  CLS: histogramOf('web_vitals_cls', 'Cumulative layout shift.', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]),
} as const;

const limits = createRateLimiter({ perMinute: PER_MINUTE });

/** What visitors' browsers measured, in Prometheus' text format. */
export const vitalsText = (): string =>
  Object.values(histograms)
    .map(({ toText }) => toText())
    .join('\n');

/** `POST /api/vitals`: what `client/vitals.ts` sends of one page view. The route's pattern is all that is kept of it. */
export const handleVitals = async (request: Request, { address }: { readonly address: string }): Promise<Response> => {
  if (env.VITALS_SAMPLE_RATE === 0) return answerBeacon(404);
  if (request.method !== 'POST') return answerBeacon(405, { allow: 'POST' });
  const waitS = limits.take(address);
  if (waitS !== null) return answerBeacon(429, { 'retry-after': String(waitS) });

  const vitals = Vitals.safeParse(await readBeacon(request));
  if (!vitals.success) return answerBeacon(400);
  const { path, values } = vitals.data;
  const route = [toRoutePattern(path) ?? 'other'];
  for (const name of ['LCP', 'INP', 'TTFB'] as const) {
    if (values[name] !== undefined) histograms[name].observe(route, values[name] / 1_000);
  }
  if (values.CLS !== undefined) histograms.CLS.observe(route, values.CLS);
  return answerBeacon(204);
};
