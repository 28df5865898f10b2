import type { Route } from '@playwright/test';
import { GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, hideCookieBanner, holdRequests, recordDocuments, test, translatePage } from './site.ts';

const PAYLOAD = '**/payloads/*.txt*';
const ENTRY = '**/assets/entry.browser-*.js';

/** Chromium logs the failed requests that these tests provoke. */
const FAILED_REQUEST = /Failed to load resource/;

const fulfillWith = (status: number) => (route: Route) => route.fulfill({ status, body: 'No payload' });

// tests/framework/hydration-failures.test.ts shows that a form is sent natively, for each kind of failure.
test('a page that cannot be hydrated searches the FAQ on the server, and follows the link of a gallery image to its file', {
  tag: ['@scripts', '@on-intent', '@journey'],
}, async ({ page, allowConsoleMessage }) => {
  allowConsoleMessage(FAILED_REQUEST);
  await hideCookieBanner(page);
  const releaseSearch = await holdRequests(page, PAYLOAD, fulfillWith(429));
  await page.goto('/faq');
  await page.getByRole('searchbox').fill('nameservers');
  const searched = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  releaseSearch();
  await searched;
  await expect(page).toHaveURL('/faq?q=nameservers');
  await expect(page.getByRole('searchbox')).toHaveValue('nameservers');

  const releaseLink = await holdRequests(page, PAYLOAD, fulfillWith(500));
  await page.goto(GALLERY_PAGE);
  const { items } = lightboxOf(page);
  const file = await items.nth(1).getAttribute('href');
  await items.nth(1).click();
  await expect(items.nth(1)).toHaveAttribute('aria-busy', 'true');
  releaseLink();
  await expect(page).toHaveURL(file ?? '');
});

test('a page is hydrated from a payload that is rendered again and without the style sheet of its components, and preserves the input', {
  tag: ['@scripts', '@on-intent'],
}, async ({ page, allowConsoleMessage }) => {
  allowConsoleMessage(FAILED_REQUEST);
  const toEvictedVersion = (url: string): string =>
    url.replace(/\/payloads\/[\w-]+\.txt/, '/payloads/aaaaaaaaaaaaaaaa.txt');
  await hideCookieBanner(page);
  await page.route(PAYLOAD, (route) => route.continue({ url: toEvictedVersion(route.request().url()) }));
  await page.route('**/assets/form-*.css', fulfillWith(404));
  await page.goto('/contact');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Typed before the page was hydrated.');

  await page.locator('html[data-hydrated]').waitFor();
  await expect(message).toHaveValue('Typed before the page was hydrated.');
});

test('a page that the browser has translated before it is hydrated preserves the input and the focus', {
  tag: ['@scripts', '@on-intent'],
}, async ({ page, allowConsoleMessage }) => {
  // React says that it renders the page again.
  allowConsoleMessage(/Minified React error #418/);
  await hideCookieBanner(page);
  const release = await holdRequests(page, PAYLOAD);
  await page.goto('/contact');
  await translatePage(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.type('Typed before ');
  release();
  await page.locator('html[data-hydrated]').waitFor();
  await expect(page.locator('font')).toHaveCount(0);

  await page.keyboard.type('and after.');
  await expect(message).toHaveValue('Typed before and after.');
});

test('a page that the browser has translated before it is hydrated keeps its language, its theme and what is open', {
  tag: ['@scripts', '@on-intent'],
}, async ({ page, allowConsoleMessage }) => {
  allowConsoleMessage(/Minified React error #418/);
  await hideCookieBanner(page);
  await page.goto('/imprint');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  const release = await holdRequests(page, PAYLOAD);
  await page.goto('/faq');
  await translatePage(page);
  await page.setViewportSize({ width: 360, height: 640 });
  const question = page.getByRole('main').locator('details').nth(3);
  await question.locator('summary').click();
  await page.getByRole('button', { name: 'Menu' }).click();
  release();
  const html = page.locator('html[data-hydrated]');
  await html.waitFor();

  await expect(page.locator('font')).toHaveCount(0);
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(question).toHaveAttribute('open');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a click on a page that the browser has translated before it is hydrated is replayed', {
  tag: ['@scripts', '@on-intent'],
}, async ({ page, allowConsoleMessage }) => {
  allowConsoleMessage(/Minified React error #418/);
  await hideCookieBanner(page);
  const release = await holdRequests(page, PAYLOAD);
  await page.goto('/domain-list-check');
  await translatePage(page);
  await page.getByRole('textbox', { name: 'Your domains' }).fill('one.com\ntwo.com');
  await page.getByRole('main').locator('button[type=submit]').first().click();
  release();

  await expect(page.getByText('2 domains', { exact: true })).toBeVisible();
});

/**
 * Firefox rejects pending imports as soon as a navigation starts. Chromium does not, so this test rejects the import itself while the
 * document of the next page is loading.
 */
test('a navigation that starts while React is loading is not interrupted by a reload when it aborts chunk requests', {
  tag: ['@scripts', '@on-intent', '@journey'],
}, async ({ page, allowConsoleMessage }) => {
  allowConsoleMessage(FAILED_REQUEST);
  await hideCookieBanner(page);
  const reject = await holdRequests(page, ENTRY, (route) => route.abort('aborted'));
  await page.goto('/imprint');
  // The first intent requests React.
  await page.mouse.move(40, 300);
  await page.mouse.move(60, 330);
  const navigations = recordDocuments(page);
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/faq', async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/entry.browser-'));
  // Without a pointer, so that the browser does not prerender the target instead.
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'FAQ', exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await requested.promise;
  reject();
  await failed;
  // The page would request the latest build and then reload. Five requests in a row take longer than its one request.
  for (let round = 0; round < 5; round += 1) await page.request.get('/builds/latest.json');
  released.resolve();

  await expect(page).toHaveURL('/faq');
  expect(navigations).toEqual(['/faq']);
});
