import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest, startSiteProcess } from '../support/site-process.ts';

/** Starts the built site with an invalid snapshot, so that the FAQ fails to render. */
const openBrokenSite = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'broken-'));
  for (const name of [
    'dist',
    'node_modules',
    'src',
    'public',
    'package-lock.json',
    'tsconfig.json',
    'waku.config.ts',
  ]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  cpSync('private', path.join(folder, 'private'), { recursive: true });
  writeFileSync(path.join(folder, 'private/content/wp-json/api/faqpage.json'), '{"acf":');
  const site = await startSiteProcess({}, folder, ['--input-type=module', '--eval', SERVE_DIST]);
  onTestFinished(async () => {
    await site.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  return site;
};

const SERVE_DIST = `process.env.NODE_ENV = 'production';
const { unstable_serverEntry } = await import(process.cwd() + '/dist/server/index.js');
unstable_serverEntry.serve();`;

let executablePath: string;

beforeAll(() => {
  executablePath = provideBrowser();
});

test('a page that fails to render returns status 500 and a complete error page', async () => {
  const site = await openBrokenSite();
  const response = await fetch(`${site.url}/faq`);
  const html = await response.text();

  expect(response.status).toBe(500);
  expect(html).toContain('<title>500 - Internal Server Error</title>');
  expect(html).toMatch(/<h1[^>]*>Uhm\.\.\. sorry, (?:<!-- -->)?500<\/h1>/);
  expect(html).toContain('Back to home page');
  expect(html).toContain('<footer');
  expect(html).not.toContain('faqpage.json');
  expect((await fetch(`${site.url}/`)).status).toBe(200);
});

test('a client component that throws is replaced by the error page until the next navigation', async () => {
  const site = await startSiteForTest();
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // Makes the FAQ search throw.
  await page.addInitScript(() => {
    const original = FormData.prototype.get;
    FormData.prototype.get = function get(name: string) {
      if (name === 'q') throw new Error('thrown by the test');
      return original.call(this, name);
    };
  });
  await page.goto(`${site.url}/faq`);
  await page.mouse.move(40, 300);
  await page.mouse.move(60, 330);

  await expect.poll(() => page.locator('h1').textContent()).toBe('Uhm... sorry, 500');
  expect(await page.title()).toBe('500 - Internal Server Error');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('link', { name: 'Back to home page' }).click();
  await expect.poll(() => page.title()).toBe('Freehold');
  await expect.poll(() => page.locator('h1').textContent()).toBe("Elevate your domain's monetization potential");
});
