import 'server-only';
import { defineCounter, defineHistogram } from '../metrics-registry.ts';
import type { RequestKind } from './request-kind.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/** The number of responses after which the metrics are updated, if no scrape does it first. */
const BATCH_SIZE = 1_000;

type ObservedResponse = {
  readonly method: string | undefined;
  readonly kind: RequestKind;
  readonly status: number;
  readonly seconds: number;
};

const responses = defineCounter({
  name: 'http_requests_total',
  help: 'Responses by method, status class and kind of request.',
  labelNames: ['method', 'status', 'kind'],
  collect: () => updateMetrics(),
});

const durations = defineHistogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its response.',
  labelNames: ['kind'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  collect: () => updateMetrics(),
});

const rejectedRequests = defineCounter({
  name: 'http_rejected_requests_total',
  help: 'Requests that the HTTP parser rejected or that timed out, by status.',
  labelNames: ['status'],
});

const rateLimited = defineCounter({
  name: 'http_limited_requests_total',
  help: 'Requests over the rate limit of their client, by kind of request.',
  labelNames: ['kind'],
});

/** The responses that are not in the metrics yet. */
let batch: ObservedResponse[] = [];

const updateMetrics = (): void => {
  for (const { method = '', kind, status, seconds } of batch) {
    responses.inc({ method: METHODS.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx`, kind });
    durations.observe({ kind }, seconds);
  }
  batch = [];
};

/**
 * Counts a finished response. Clients cannot add label values: unknown methods are counted as `other`. The metrics are
 * updated in batches, because an update after each response takes about 3 of the 28 µs of a cache hit, and a tenth of
 * that in a batch.
 */
export const observeResponse = (response: ObservedResponse): void => {
  batch.push(response);
  if (batch.length >= BATCH_SIZE) updateMetrics();
};

/** Counts a request that never reached the pipeline, because the HTTP parser rejected it or it timed out. */
export const countRejectedRequest = (status: number): void => rejectedRequests.inc({ status: String(status) });

export const countRateLimited = (kind: RequestKind): void => rateLimited.inc({ kind });
