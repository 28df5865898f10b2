import { expect, test } from 'vitest';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { defineProcessMetrics } from '../../../../src/framework/ops/metrics.ts';
import { createRenderQueue } from '../../../../src/framework/rsc/render-queue.ts';

test('the metrics of the cache, the render queues, the build and the process are read when they are asked for', async () => {
  const queue = () => createRenderQueue({ concurrency: 1, maxWaiting: 1 });
  const renderQueues = { shared: queue(), client: queue(), action: queue() };
  const cache = { hits: 0, stale: 0, misses: 0, renders: 0, entries: 0, bytes: 0 };
  defineProcessMetrics(() => ({ cache, renderQueues }));

  Object.assign(cache, { hits: 5, stale: 2, misses: 3, renders: 4, entries: 7, bytes: 1_024 });
  const running = Promise.withResolvers<string>();
  const renders = [
    renderQueues.client.run(() => running.promise),
    renderQueues.client.run(async () => 'second'),
    renderQueues.client.run(async () => 'third'),
  ];
  const results = Promise.allSettled(renders);
  await renders[2]?.catch(() => undefined);

  const text = await registry.metrics();
  expect(text).toContain('page_cache_answers_total{state="hit"} 5\n');
  expect(text).toContain('page_cache_answers_total{state="stale"} 2\n');
  expect(text).toContain('page_cache_answers_total{state="miss"} 3\n');
  expect(text).toContain('page_renders_total 4\n');
  expect(text).toContain('page_cache_entries 7\n');
  expect(text).toContain('page_cache_bytes 1024\n');
  expect(text).toContain('renders_waiting{for="client"} 1\n');
  expect(text).toContain('renders_waiting{for="shared"} 0\n');
  expect(text).toContain('renders_total{for="client",outcome="rejected"} 1\n');
  expect(text).toContain('renders_total{for="client",outcome="finished"} 0\n');
  expect(text).toContain(`site_build_info{build="none",node="${process.version}"} 1\n`);
  expect(text).toContain('process_resident_memory_bytes');

  running.resolve('first');
  await results;
  // Counters are set to what they are read as, not added up.
  const later = await registry.metrics();
  expect(later).toContain('page_cache_answers_total{state="hit"} 5\n');
  expect(later).toContain('page_renders_total 4\n');
  expect(later).toContain('renders_total{for="client",outcome="finished"} 2\n');
});
