import { expect, test } from 'vitest';
import { defineProcessMetrics } from '../../../../src/framework/endpoints/health.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';

test('the metrics name the build and describe the process', async () => {
  defineProcessMetrics();

  const text = await registry.metrics();
  expect(text).toContain(`site_build_info{build="none",node="${process.version}"} 1\n`);
  expect(text).toContain('process_resident_memory_bytes');
});
