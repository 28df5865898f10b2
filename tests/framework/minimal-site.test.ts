import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { MINIMAL_FOLDER } from './sites.ts';

/** The pages of `tests/fixtures/minimal`, which also has a client component, a server action and pages that fail. */
const PAGES = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/greeting', 'Greeting'],
  ['/prices', 'Prices'],
] as const;

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page is complete, and a form with a server action shows its result', async ({ page }) => {
    for (const [url, heading] of PAGES) {
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1 }), url).toHaveText(heading);
    }
    await page.goto('/greeting');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button').click();
    await expect(page.locator('output')).toHaveText('Hello Ada');
  });
});

test('the build writes every page as a file for static hosts', () => {
  for (const [url] of PAGES) {
    expect(existsSync(path.join(MINIMAL_FOLDER, 'dist/public', url, 'index.html'))).toBe(true);
  }
});

test('once React has loaded, links load no document, announce the next page, and show the fallback of a part', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading').click();
  await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate(() => (document.documentElement.dataset.mark = 'same'));
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await expect(page).toHaveURL('/about');
  const announcement = page.getByRole('status');
  await expect(announcement).toHaveText('About this site');
  const picture = await page.screenshot();
  await announcement.evaluate((region) => region.replaceChildren());
  expect(picture.equals(await page.screenshot()), 'the announcement is not visible').toBe(true);

  await page.goBack();
  await page.getByRole('link', { name: 'Prices' }).click();
  await expect(page.getByText('. . .')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('.net 14')).toBeVisible();
  await expect(page.getByText('. . .')).toHaveCount(0);
  await expect(page.locator('html[data-mark]')).toBeAttached();
});

test('a browser that saves data loads React at the first intent, a form then causes no navigation, and nothing violates the policy', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const scripts: string[] = [];
  page.on('request', (request) => request.url().includes('/react-') && scripts.push(request.url()));
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const response = await page.goto('/greeting');
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self'(?:;|$)/);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts).toEqual([]);

  await page.evaluate(() => (document.documentElement.dataset.mark = 'same'));
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button').click();
  await expect(page.locator('output')).toHaveText('Hello Ada');
  await expect(page.locator('html[data-mark][data-hydrated]')).toBeAttached();
  expect(scripts).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a slow navigation shows a progress bar, and the page that takes its place does not', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/RSC/R/about.txt*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('heading').click();
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByRole('link', { name: 'About' }).click();
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await expect(bar).toBeVisible();
  expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
  released.resolve();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
