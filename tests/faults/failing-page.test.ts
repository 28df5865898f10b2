import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { openSiteProcess, startSite } from '../support/site-process.ts';

/** Starts the same build with a broken snapshot, the only way to make a page fail to render. */
const openBrokenSite = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'broken-'));
  for (const part of [
    'dist',
    'node_modules',
    'src',
    'public',
    'package-lock.json',
    'tsconfig.json',
    'waku.config.ts',
  ]) {
    symlinkSync(path.resolve(part), path.join(folder, part));
  }
  cpSync('private', path.join(folder, 'private'), { recursive: true });
  writeFileSync(path.join(folder, 'private/content/wp-json/api/faqpage.json'), '{"acf":');
  const site = await openSiteProcess({}, folder, ['--input-type=module', '--eval', START_DIST]);
  onTestFinished(async () => {
    await site.stop('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  return site;
};

const START_DIST = `process.env.NODE_ENV = 'production';
const { unstable_serverEntry } = await import(process.cwd() + '/dist/server/index.js');
unstable_serverEntry.serve();`;

let provided: string;

beforeAll(() => {
  provided = provideBrowser();
});

test('a page that fails to render is answered with the error page, status 500, complete without scripts', async () => {
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

test('a failing client component shows the error page until the next navigation', async () => {
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: provided, args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // Makes the FAQ search throw.
  await page.addInitScript(() => {
    const original = FormData.prototype.get;
    FormData.prototype.get = function get(name: string) {
      if (name === 'q') throw new Error('provoked');
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
