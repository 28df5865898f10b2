import { chromium } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest } from '../support/site-process.ts';

let executablePath: string;

beforeAll(() => {
  executablePath = provideBrowser();
});

const openPage = async (url: string) => {
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, requests };
};

const readMetric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((entry) => entry.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
};

const sendReport = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/vitals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a sampled page view reports its route and metrics when the page is left, without cookies', async () => {
  const site = await startSiteForTest({ VITALS_SAMPLE_RATE: '1' });
  const { page } = await openPage(`${site.url}/events/port-of-domains?secret=word`);
  await page.mouse.click(5, 5);
  await page.goto('about:blank');

  for (const name of ['lcp_seconds', 'ttfb_seconds', 'cls']) {
    await expect.poll(() => readMetric(site.url, `web_vitals_${name}_count{route="/events/[slug]"}`)).toBe(1);
  }
  expect((await page.context().cookies()).filter(({ name }) => name !== 'cc_cookie')).toEqual([]);
  await expect.poll(() => site.output()).toContain('"/api/vitals"');
  expect(site.output()).not.toContain('secret');
});

test('without a sample rate the web vitals script is not loaded and the report endpoint returns 404', async () => {
  const site = await startSiteForTest();
  const { page, requests } = await openPage(`${site.url}/faq`);
  await page.goto('about:blank');

  expect(await (await fetch(`${site.url}/faq`)).text()).not.toContain('data-vitals');
  expect(requests.filter((path) => path.includes('vitals'))).toEqual([]);
  expect((await sendReport(site.url, { path: '/', values: { LCP: 1 } })).status).toBe(404);
});

test('invalid reports are rejected, and unknown paths create no metric labels', async () => {
  const site = await startSiteForTest({ VITALS_SAMPLE_RATE: '0.5' });
  const rejected: readonly unknown[] = [
    '',
    '{',
    [],
    {},
    { path: '/', values: { LCP: -1 } },
    { path: '/', values: { LCP: '1' } },
    { path: '/', values: { FID: 1 } },
    { path: '/', values: { CLS: 1e9 } },
    { path: 'https://evil.test/', values: {} },
    { path: '/', values: {}, cookie: 'x' },
    { path: `/${'a'.repeat(5_000)}`, values: {} },
    'x'.repeat(70_000),
  ];
  for (const body of rejected) expect((await sendReport(site.url, body)).status).toBe(400);
  expect((await sendReport(site.url, { path: '/', values: {} }, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await fetch(`${site.url}/api/vitals`)).status).toBe(405);

  for (const path of ['/a', '/b"} 1', '/x/y/z', '/faq']) {
    expect((await sendReport(site.url, { path, values: { LCP: 1_200 } })).status).toBe(204);
  }
  expect(await readMetric(site.url, 'web_vitals_lcp_seconds_count{route="/[slug]"}')).toBe(2);
  expect(await readMetric(site.url, 'web_vitals_lcp_seconds_count{route="other"}')).toBe(1);
  expect(await readMetric(site.url, 'web_vitals_lcp_seconds_bucket{le="1",route="/faq"}')).toBe(0);
  expect(await readMetric(site.url, 'web_vitals_lcp_seconds_bucket{le="1.5",route="/faq"}')).toBe(1);
});
