import { expect, test } from 'vitest';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { RenderQueueFullError } from '../../../../src/framework/render/render-queue.ts';
import { createRenderQueues } from '../../../../src/framework/render/render-queues.ts';

test('the number of waiting renders is limited for clients, but not for the cache', async () => {
  const queues = createRenderQueues({ isProduction: true });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const clients = Array.from({ length: 100 }, () => queues.client.run(() => released));
  const shared = Array.from({ length: 100 }, () => queues.shared.run(() => released));
  const results = Promise.allSettled(clients);
  release();
  await Promise.all(shared);
  const rejected = (await results).filter(({ status }) => status === 'rejected');

  const metrics = await registry.metrics();
  expect(metrics).toContain(`renders_total{for="client",outcome="rejected"} ${rejected.length}\n`);
  expect(rejected.length).toBeGreaterThan(0);
  for (const result of rejected) expect(result).toHaveProperty('reason', expect.any(RenderQueueFullError));
  expect(metrics).toContain('renders_total{for="shared",outcome="finished"} 100\n');
  expect(metrics).toContain('renders_total{for="shared",outcome="rejected"} 0\n');
});
