import 'server-only';
import { z } from 'zod';
import { defineHistogram } from '../metrics-registry.ts';
import type { Endpoint, RoutingPort } from '../site-options.ts';
import { createBeaconEndpoint, respondToBeacon } from './beacon.ts';

const MAX_MS = 600_000;
const MAX_SHIFT = 100;
/** A page view reports once. */
const REPORTS_PER_MINUTE = 60;

const duration = z.number().min(0).max(MAX_MS).optional();

const Vitals = z.strictObject({
  path: z.string().startsWith('/').max(2_048),
  values: z.strictObject({
    LCP: duration,
    INP: duration,
    TTFB: duration,
    CLS: z.number().min(0).max(MAX_SHIFT).optional(),
  }),
});

/** The thresholds of "good" and "poor" are among the buckets (https://web.dev/articles/vitals). */
const defineVital = (name: string, help: string, buckets: number[]) =>
  defineHistogram({ name, help, labelNames: ['route'], buckets });

const histograms = {
  LCP: defineVital('web_vitals_lcp_seconds', 'Largest contentful paint.', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]),
  INP: defineVital('web_vitals_inp_seconds', 'Interaction to next paint.', [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]),
  TTFB: defineVital('web_vitals_ttfb_seconds', 'Time to first byte.', [0.1, 0.2, 0.4, 0.8, 1.2, 1.8, 3, 6]),
  CLS: defineVital('web_vitals_cls', 'Cumulative layout shift.', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]),
} as const;

/** `POST /api/vitals`: records the web vitals of a page view by route pattern. 404 if the sample rate is 0. */
export const createWebVitalsEndpoint = (sampleRate: number, { toRoutePattern }: Required<RoutingPort>): Endpoint => {
  if (sampleRate === 0) return async () => respondToBeacon(404);
  return createBeaconEndpoint({
    schema: Vitals,
    perMinute: REPORTS_PER_MINUTE,
    record: ({ path, values }) => {
      const route = toRoutePattern(path) ?? 'other';
      for (const name of ['LCP', 'INP', 'TTFB'] as const) {
        if (values[name] !== undefined) histograms[name].observe({ route }, values[name] / 1_000);
      }
      if (values.CLS !== undefined) histograms.CLS.observe({ route }, values.CLS);
    },
  });
};
