import { expect, test } from 'vitest';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { countRejectedRequest, observeResponse } from '../../../../src/framework/middleware/response-metrics.ts';

test('responses are counted by kind, method and status class, with all unknown methods as "other"', async () => {
  observeResponse({ method: 'GET', kind: 'page', status: 200, seconds: 0 });
  observeResponse({ method: 'GET', kind: 'page', status: 204, seconds: 0.003 });
  observeResponse({ method: 'BREW', kind: 'page', status: 418, seconds: 0 });
  observeResponse({ method: undefined, kind: 'page', status: 418, seconds: 0 });

  const text = await registry.metrics();
  expect(text).toContain('http_requests_total{method="GET",status="2xx",kind="page"} 2\n');
  expect(text).toContain('http_requests_total{method="other",status="4xx",kind="page"} 2\n');
  expect(text).toContain('http_request_duration_seconds_count{kind="page"} 4\n');
});

test('a scrape includes every response that was sent before it', async () => {
  for (let count = 1; count <= 2_500; count += 1) {
    observeResponse({ method: 'GET', kind: 'file', status: 200, seconds: 0.002 });
  }

  const text = await registry.metrics();
  expect(text).toContain('http_requests_total{method="GET",status="2xx",kind="file"} 2500\n');
  expect(text).toContain('http_request_duration_seconds_bucket{le="0.005",kind="file"} 2500\n');
});

test('requests that the HTTP parser rejects are counted by status', async () => {
  countRejectedRequest(431);
  countRejectedRequest(431);

  expect(await registry.metrics()).toContain('http_rejected_requests_total{status="431"} 2\n');
});
