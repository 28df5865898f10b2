import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest } from '../support/site-process.ts';

const PATH = '/api/csp-reports';
const MESSAGE = 'the content security policy was violated';

const violation = (body: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: 'http://localhost/faq?q=private',
  user_agent: 'Test',
  body: {
    documentURL: 'http://localhost/faq?q=private',
    blockedURL: 'inline',
    effectiveDirective: 'script-src-elem',
    sample: 'secret sample',
    disposition: 'enforce',
    ...body,
  },
});

const startSiteForReports = async (settings: Record<string, string> = {}) => {
  const site = await startSiteForTest({ TRUST_PROXY: '127.0.0.1/32', ...settings });
  const send = async (body: unknown, { from = '192.0.2.7', type = 'application/reports+json' } = {}) => {
    const headers = { 'content-type': type, 'x-forwarded-for': from };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(site.url + PATH, { method: 'POST', headers, body: text })).status;
  };
  const readLogged = (): Record<string, unknown>[] =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes(MESSAGE))
      .map((line) => JSON.parse(line));
  return { site, send, readLogged };
};

test('a violation is logged once, without the query of the page and without source code', async () => {
  const { site, send, readLogged } = await startSiteForReports();
  const other = violation({ documentURL: 'http://localhost/news', blockedURL: 'https://evil.test/a.js?x' });

  expect(await send([violation(), violation()])).toBe(204);
  expect(await send([violation()], { from: '192.0.2.8' })).toBe(204);
  expect(await send([other])).toBe(204);
  await expect.poll(readLogged).toHaveLength(2);
  expect(readLogged()).toMatchObject([
    { directive: 'script-src-elem', blocked: 'inline', page: '/faq' },
    { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/news' },
  ]);
  expect(site.output()).not.toMatch(/private|secret sample/);
});

test('violations by browser extensions, reports of other types and invalid reports are not logged', async () => {
  const { send, readLogged } = await startSiteForReports();

  expect(await send([violation({ sourceFile: 'moz-extension://0b1/content.js' })])).toBe(204);
  expect(await send([violation({ blockedURL: 'chrome-extension' })])).toBe(204);
  expect(await send([{ ...violation(), type: 'deprecation' }])).toBe(204);
  expect(await send('no JSON')).toBe(400);
  expect(await send([violation({ sample: 'x'.repeat(70_000) })])).toBe(413);
  expect(readLogged()).toEqual([]);
});

test('requests are limited per client, and log lines in total', async () => {
  const { send, readLogged } = await startSiteForReports();
  const statuses: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    statuses.push(await send([violation({ blockedURL: `https://host-${index}.test/` })]));
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  for (let index = 0; index < 200; index += 1) {
    await send([violation({ blockedURL: `https://other-${index}.test/` })], { from: `198.51.100.${index}` });
  }

  expect(readLogged().length).toBeGreaterThan(10);
  expect(readLogged().length).toBeLessThanOrEqual(60);
});

test('what Chromium reports about an inline script that the policy blocks is logged', async () => {
  // The policy asks for reports only if the URL of the site is https.
  const { site, send, readLogged } = await startSiteForReports({ SITE_URL: 'https://www.example.org' });
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const response = await page.goto(`${site.url}/faq`);
  const reports = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    new ReportingObserver((reports) => resolve(JSON.stringify(reports)), { types: ['csp-violation'] }).observe();
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.injected = "yes"';
    document.head.append(script);
    return promise;
  });

  expect(await page.evaluate(() => document.documentElement.dataset.injected)).toBeUndefined();
  expect(response?.headers()).toMatchObject({
    'content-security-policy': expect.stringMatching(/; report-to csp$/),
    'reporting-endpoints': `csp="${PATH}"`,
  });
  // The headless shell of Chromium observes reports, but sends none.
  expect(await send(reports)).toBe(204);
  await expect.poll(readLogged).toMatchObject([{ blocked: 'inline', page: '/faq' }]);
});
