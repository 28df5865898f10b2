import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fixtureFolder } from './sites.ts';

/** The pages of `tests/fixtures/minimal`, which also has a client component and a server action. */
const PAGES = [
  ['/', 'Home'],
  ['/about', 'About'],
  ['/greeting', 'Greeting'],
  ['/prices', 'Prices'],
] as const;

const collectScripts = (page: Page): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.push(new URL(request.url()).pathname);
  });
  return urls;
};

/** Marks the document, so that a test can tell whether another document has replaced it. */
const mark = (page: Page): Promise<string> => page.evaluate(() => (document.documentElement.dataset.mark = 'same'));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'mark' in document.documentElement.dataset);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [url, heading] of PAGES) {
    test(`${url} is complete`, async ({ page }) => {
      await page.goto(url);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    });
  }

  test('a form with a server action shows its result', async ({ page }) => {
    await page.goto('/greeting');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button').click();

    await expect(page.locator('output')).toHaveText('Hello Ada');
  });
});

test('the build writes every page as a file for static hosts', () => {
  for (const [url] of PAGES) {
    expect(existsSync(path.join(fixtureFolder('minimal'), 'dist/public', url, 'index.html'))).toBe(true);
  }
});

test('a page is sent up to a part that waits, and then the rest', async ({ baseURL }) => {
  const response = await fetch(`${baseURL}/prices`);
  const texts: string[] = [];
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) texts.push(text);

  expect(texts[0]).toContain('<h1>Prices</h1>');
  expect(texts[0]).not.toContain('Per year');
  expect(texts.join('')).toMatch(/<li>\.net 14<\/li>.*<p>Per year<\/p>.*<\/html>$/s);
});

test('the content of a page is available as JSON', async ({ request }) => {
  expect(await (await request.get('/prices/_payload.json')).json()).toEqual(['.com 12', '.net 14']);
});

test('a client navigation shows the fallback of a part until the part arrives', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading').click();
  await page.locator('html[data-hydrated]').waitFor();
  await mark(page);
  await page.getByRole('link', { name: 'Prices' }).click();

  await expect(page.getByText('. . .')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('.net 14')).toBeVisible();
  await expect(page.getByText('. . .')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('the second response of a page comes from the cache, and a request with its ETag gets 304', async ({
  request,
}) => {
  await request.get('/about?fresh');
  const cached = await request.get('/about?fresh');
  const unchanged = await request.get('/about?fresh', { headers: { 'if-none-match': cached.headers().etag ?? '' } });

  expect(cached.headers()['server-timing']).toContain('hit');
  expect(unchanged.status()).toBe(304);
});

test('an unknown path responds with 404 and names the path', async ({ page }) => {
  const response = await page.goto('/nowhere');

  expect(response?.status()).toBe(404);
  await expect(page.getByText('Page not found: /nowhere')).toBeVisible();
});

test('the content security policy allows no inline script, and causes no violation', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const response = await page.goto('/greeting');
  await page.getByLabel('Name').focus();
  await page.locator('html[data-hydrated]').waitFor();

  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self'(?:;|$)/);
  expect(errors).toEqual([]);
});

test('a form that another website posts is rejected', async ({ request }) => {
  const response = await request.post('/greeting', {
    headers: { origin: 'https://example.org', 'sec-fetch-site': 'cross-site' },
    multipart: { name: 'Ada' },
  });

  expect(response.status()).toBe(403);
});

test('a browser that saves data loads React at the first intent, not before', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const scripts = collectScripts(page);
  await page.goto('/greeting');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts.filter((url) => url.includes('/react-'))).toEqual([]);

  await page.getByLabel('Name').focus();
  await page.locator('html[data-hydrated]').waitFor();
  expect(scripts.filter((url) => url.includes('/react-'))).toHaveLength(1);
});

test('a form that is sent while React may still be loading causes no navigation', async ({ page }) => {
  await page.goto('/greeting');
  await mark(page);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button').click();

  await expect(page.locator('output')).toHaveText('Hello Ada');
  expect(await isMarked(page)).toBe(true);
});

test('the title of the next page is announced to screen readers, and is not visible', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading').click();
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByRole('link', { name: 'About' }).click();
  const announcement = page.getByRole('status');
  await expect(announcement).toHaveText('About this site');
  const picture = await page.screenshot();
  await announcement.evaluate((region) => region.replaceChildren());

  expect(picture.equals(await page.screenshot())).toBe(true);
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

test('links navigate without loading a document once React has loaded', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading').click();
  await page.locator('html[data-hydrated]').waitFor();
  await mark(page);
  await page.getByRole('link', { name: 'About' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await expect(page).toHaveURL('/about');
  expect(await isMarked(page)).toBe(true);
});
