import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest } from '../support/site-process.ts';

const PATH = '/api/csp-reports';
const MESSAGE = 'the content security policy was violated';

test('what Chromium reports about an inline script that the policy blocks is logged', async () => {
  // The policy asks for reports only if the URL of the site is https.
  const site = await startSiteForTest({ SITE_URL: 'https://www.example.org' });
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
  const headers = { 'content-type': 'application/reports+json' };
  expect((await fetch(site.url + PATH, { method: 'POST', headers, body: reports })).status).toBe(204);
  const readLogged = (): unknown[] =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes(MESSAGE))
      .map((line) => JSON.parse(line));
  await expect.poll(readLogged).toMatchObject([{ blocked: 'inline', page: '/faq' }]);
});
