import 'server-only';
import type { RequestKind } from '../http/request-kind.ts';
import { createHistogram } from './histogram.ts';

type Answered = {
  readonly method: string | undefined;
  readonly kind: RequestKind;
  readonly status: number;
};

type Count = { readonly method: string; readonly status: string; readonly kind: string; count: number };

const METHODS = new Set(['GET', 'HEAD', 'POST']);
const counts = new Map<string, Count>();
const refusedHeads = new Map<number, number>();
const limited = new Map<string, number>();

const durations = createHistogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer.',
  labelNames: ['kind'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

const countOf = (method: string, status: string, kind: RequestKind): Count => {
  const key = `${kind} ${method} ${status}`;
  const known = counts.get(key);
  if (known) return known;
  const count = { method, status, kind, count: 0 };
  counts.set(key, count);
  return count;
};

/** What notes answers of one kind that have ended. Whatever a client sends, the labels stay these few. */
export const responseCounter = ({ method, kind, status }: Answered): ((ms: number) => void) => {
  const known = METHODS.has(method ?? '') ? (method ?? '') : 'other';
  const row = countOf(known, CLASSES[Math.floor(status / 100)] ?? 'other', kind);
  const observe = durations.observerOf([kind]);
  return (ms) => {
    row.count += 1;
    observe(ms / 1_000);
  };
};

/** Notes what the parser refused: it never became a request. */
export const countRejectedRequest = (status: number): void => {
  refusedHeads.set(status, (refusedHeads.get(status) ?? 0) + 1);
};

/** Notes a request over the limit. */
export const countRateLimited = (kind: string): void => {
  limited.set(kind, (limited.get(kind) ?? 0) + 1);
};

export const responseMetrics = () => ({
  requests: [...counts.values()],
  refusedHeads: [...refusedHeads],
  limited: [...limited],
  durations: durations.toText(),
});
