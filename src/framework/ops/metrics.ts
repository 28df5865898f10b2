import 'server-only';
import type { Registry } from 'prom-client';
import { cmsMetrics } from '../../content/cms-metrics.ts';
import { contentHealth } from '../../content/reader.ts';
import { mailMetrics, outboxHealth } from '../../mail/mail.ts';
import { responseCacheMetrics } from '../rsc/page-handler.ts';
import { renderMetrics } from '../rsc/renderer.ts';
import { clientErrorCounts } from './client-errors.ts';
import { responseMetrics } from './response-metrics.ts';
import { vitalsText } from './web-vitals.ts';

type Row = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** A number that is kept elsewhere, and read when somebody asks. */
type Reading = {
  readonly type: 'Counter' | 'Gauge';
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: () => readonly Row[] | Promise<readonly Row[]>;
};

const rowsOf = (label: string, counts: Iterable<readonly [string | number, number]>): Row[] =>
  [...counts].map(([name, value]) => ({ labels: { [label]: String(name) }, value }));

const readings: readonly Reading[] = [
  {
    type: 'Gauge',
    name: 'site_build_info',
    help: 'The build that answers.',
    labelNames: ['build', 'node'],
    read: () => [{ labels: { build: import.meta.env.WAKU_BUILD_ID ?? 'none', node: process.version }, value: 1 }],
  },
  {
    type: 'Counter',
    name: 'http_requests_total',
    help: 'Answers by method, class of status and kind of address.',
    labelNames: ['method', 'status', 'kind'],
    read: () => responseMetrics().requests.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    type: 'Counter',
    name: 'http_refused_heads_total',
    help: 'What the parser refused before it was a request, and clients that were too slow, by status.',
    labelNames: ['status'],
    read: () => rowsOf('status', responseMetrics().refusedHeads),
  },
  {
    type: 'Counter',
    name: 'http_limited_requests_total',
    help: 'Requests over the limit of their address, by kind of what they asked for.',
    labelNames: ['kind'],
    read: () => rowsOf('kind', responseMetrics().limited),
  },
  {
    type: 'Counter',
    name: 'page_cache_answers_total',
    help: 'Pages, payloads and contents by where they came from: ready (hit), ready but old (stale), made first (miss).',
    labelNames: ['state'],
    read: () => {
      const { hits: hit, stale, misses: miss } = responseCacheMetrics();
      return rowsOf('state', Object.entries({ hit, stale, miss }));
    },
  },
  {
    type: 'Counter',
    name: 'page_renders_total',
    help: 'Pages that were made for the cache.',
    read: () => [{ value: responseCacheMetrics().renders }],
  },
  {
    type: 'Counter',
    name: 'renders_total',
    help: 'Renders for the page cache (shared), a client or its action, by outcome: finished, rejected (queue full), dropped (client gone).',
    labelNames: ['for', 'outcome'],
    read: () =>
      Object.entries(renderMetrics() ?? {}).flatMap(([name, { finished, rejected, dropped }]) =>
        Object.entries({ finished, rejected, dropped }).map(([outcome, value]) => ({
          labels: { for: name, outcome },
          value,
        })),
      ),
  },
  {
    type: 'Gauge',
    name: 'renders_waiting',
    help: 'Renders in the queue.',
    labelNames: ['for'],
    read: () =>
      rowsOf(
        'for',
        Object.entries(renderMetrics() ?? {}).map(([name, { waiting }]) => [name, waiting] as const),
      ),
  },
  {
    type: 'Gauge',
    name: 'page_cache_entries',
    help: 'What the page cache holds.',
    read: () => [{ value: responseCacheMetrics().entries }],
  },
  {
    type: 'Gauge',
    name: 'page_cache_bytes',
    help: 'The memory that the page cache takes.',
    read: () => [{ value: responseCacheMetrics().bytes }],
  },
  {
    type: 'Counter',
    name: 'cms_reads_total',
    help: 'Questions to the content system by outcome.',
    labelNames: ['outcome'],
    read: () => {
      const { answered, failed } = cmsMetrics();
      return rowsOf('outcome', Object.entries({ answered, failed }));
    },
  },
  {
    type: 'Counter',
    name: 'cms_read_seconds_total',
    help: 'Time spent waiting for the content system.',
    read: () => [{ value: cmsMetrics().waitedS }],
  },
  {
    type: 'Gauge',
    name: 'cms_up',
    help: '0 while some pages show cached content or the snapshot because the content system cannot be read.',
    read: () => [{ value: Number(contentHealth().ok) }],
  },
  {
    type: 'Counter',
    name: 'client_errors_total',
    help: 'Pages that failed in a browser, by what failed: a chunk, the RSC payload, a click held too long, or React.',
    labelNames: ['stage'],
    read: () => rowsOf('stage', clientErrorCounts()),
  },
  {
    type: 'Counter',
    name: 'mail_messages_total',
    help: 'What became of messages, by event.',
    labelNames: ['event'],
    read: () => rowsOf('event', Object.entries(mailMetrics())),
  },
  {
    type: 'Gauge',
    name: 'mail_outbox_messages',
    help: 'Messages in the outbox: pending ones will be delivered, sending ones are those of them that are leased for an attempt, dead and quarantined ones wait for the operator.',
    labelNames: ['state'],
    read: async () => {
      const { pending, sending, dead, quarantined } = await outboxHealth();
      return rowsOf('state', Object.entries({ pending, sending, dead, quarantined }));
    },
  },
  {
    type: 'Gauge',
    name: 'mail_outbox_oldest_pending_seconds',
    help: 'Age of the oldest message that is not delivered.',
    read: async () => [{ value: (await outboxHealth()).oldestPendingS }],
  },
  {
    type: 'Gauge',
    name: 'mail_outbox_writable',
    help: 'Whether a message could be accepted now.',
    read: async () => [{ value: Number((await outboxHealth()).writable) }],
  },
];

/** The library comes with the first question: counting does without it. */
const open = async (): Promise<Registry> => {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  for (const { type, name, help, labelNames = [], read } of readings) {
    const metric = new prometheus[type]({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async () => {
        const rows = await read();
        metric.reset();
        for (const { labels = {}, value } of rows) metric.inc(labels, value);
      },
    });
  }
  return registry;
};

let opened: Promise<Registry> | null = null;

/** Everything that is counted, in Prometheus' text format. */
export const readMetrics = async (): Promise<{ readonly contentType: string; readonly text: string }> => {
  opened ??= open();
  const registry = await opened;
  const text = await registry.metrics();
  return { contentType: registry.contentType, text: [text, responseMetrics().durations, vitalsText(), ''].join('\n') };
};
