import { beforeEach, expect, test } from 'vitest';
import { createWebVitalsEndpoint } from '../../../../src/framework/endpoints/web-vitals.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';

const openEndpoint = (sampleRate = 1) => {
  const endpoint = createWebVitalsEndpoint(sampleRate, {
    toCanonicalPath: (path) => path,
    redirectOf: () => null,
    findRedirect: async () => null,
    toRoutePattern: (path) => (path.startsWith('/news/') ? '/news/[slug]' : null),
  });
  return async (report: unknown): Promise<number> => {
    const request = new Request('http://site/api/vitals', { method: 'POST', body: JSON.stringify(report) });
    return (await endpoint(request, { address: '127.0.0.1' })).status;
  };
};

beforeEach(() => {
  registry.resetMetrics();
});

test('the vitals of a page view are recorded by route pattern, durations in seconds', async () => {
  const send = openEndpoint();

  expect(await send({ path: '/news/one', values: { LCP: 1_500, INP: 40, TTFB: 200, CLS: 0.05 } })).toBe(204);
  const text = await registry.metrics();
  expect(text).toContain('web_vitals_lcp_seconds_sum{route="/news/[slug]"} 1.5\n');
  expect(text).toContain('web_vitals_inp_seconds_sum{route="/news/[slug]"} 0.04\n');
  expect(text).toContain('web_vitals_ttfb_seconds_sum{route="/news/[slug]"} 0.2\n');
  expect(text).toContain('web_vitals_cls_sum{route="/news/[slug]"} 0.05\n');
});

test('a vital that a browser did not measure is not recorded, but the value zero is', async () => {
  const send = openEndpoint();

  expect(await send({ path: '/unknown', values: { LCP: 0, CLS: 0 } })).toBe(204);
  const text = await registry.metrics();
  expect(text).toContain('web_vitals_lcp_seconds_count{route="other"} 1\n');
  expect(text).toContain('web_vitals_cls_count{route="other"} 1\n');
  expect(text).not.toContain('web_vitals_inp_seconds_count{');
  expect(text).not.toContain('web_vitals_ttfb_seconds_count{');
});

test.each([
  { path: 'faq', values: {} },
  { path: '/faq', values: { LCP: -1 } },
  { path: '/faq', values: { LCP: 600_001 } },
  { path: '/faq', values: { LCP: '900' } },
  { path: '/faq', values: { CLS: 101 } },
  { path: '/faq', values: { FID: 12 } },
  { path: '/faq' },
])('the report %o is rejected', async (report) => {
  expect(await openEndpoint()(report)).toBe(400);
  expect(await registry.metrics()).not.toContain('_count{');
});

test('the endpoint does not exist if the sample rate is zero', async () => {
  expect(await openEndpoint(0)({ path: '/faq', values: { LCP: 900 } })).toBe(404);
  expect(await registry.metrics()).not.toContain('_count{');
});
