import 'server-only';
import { collectDefaultMetrics } from 'prom-client';
import { defineCounter, defineGauge, registry } from '../metrics-registry.ts';
import type { RscMetrics } from '../rsc/index.ts';

/** Defines the metrics of the process, the build, the response cache and the render queues. Called once by a server that starts. */
export const defineProcessMetrics = (read: () => RscMetrics): void => {
  collectDefaultMetrics({ register: registry });
  defineGauge({ name: 'site_build_info', help: 'The running build.', labelNames: ['build', 'node'] }).set(
    { build: import.meta.env.WAKU_BUILD_ID ?? 'none', node: process.version },
    1,
  );
  defineCounter({
    name: 'page_cache_answers_total',
    help: 'Cacheable responses by cache state: fresh (hit), stale while it is revalidated (stale), rendered first (miss).',
    labelNames: ['state'],
    collect() {
      const { hits: hit, stale, misses: miss } = read().cache;
      this.reset();
      for (const [state, count] of Object.entries({ hit, stale, miss })) this.inc({ state }, count);
    },
  });
  defineCounter({
    name: 'page_renders_total',
    help: 'Pages rendered for the response cache.',
    collect() {
      this.reset();
      this.inc(read().cache.renders);
    },
  });
  defineCounter({
    name: 'renders_total',
    help: 'Renders for the response cache (shared), a client or its action, by outcome: finished, rejected (queue full), dropped (client gone).',
    labelNames: ['for', 'outcome'],
    collect() {
      this.reset();
      for (const [name, queue] of Object.entries(read().renderQueues)) {
        const { finished, rejected, dropped } = queue.metrics();
        for (const [outcome, count] of Object.entries({ finished, rejected, dropped }))
          this.inc({ for: name, outcome }, count);
      }
    },
  });
  defineGauge({
    name: 'renders_waiting',
    help: 'Renders in the queue.',
    labelNames: ['for'],
    collect() {
      for (const [name, queue] of Object.entries(read().renderQueues)) this.set({ for: name }, queue.metrics().waiting);
    },
  });
  const defineCacheGauge = (name: string, help: string, key: 'entries' | 'bytes') =>
    defineGauge({
      name,
      help,
      collect() {
        this.set(read().cache[key]);
      },
    });
  defineCacheGauge('page_cache_entries', 'Entries of the response cache.', 'entries');
  defineCacheGauge('page_cache_bytes', 'Memory that the response cache takes, in bytes.', 'bytes');
};
