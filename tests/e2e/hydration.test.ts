import type { Locator, Page, Route } from '@playwright/test';
import { GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, hideCookieBanner, holdRequests, recordDocuments, test } from './site.ts';

const PAYLOAD = '**/payloads/*.txt*';
const ENTRY = '**/assets/entry.browser-*.js';
/** A page with a link to a download, its calendar file. */
const EVENT_PAGE = '/events/port-of-domains-hamburg-2027';
const MESSAGE = 'Typed before the page was hydrated.';

/** Chromium logs the failed requests that these tests provoke. */
const FAILED_REQUEST = /Failed to load resource/;

const fulfillWith = (status: number) => (route: Route) => route.fulfill({ status, body: 'No payload' });

const fillIn = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org');
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
};

const expectInputPreserved = async (page: Page): Promise<void> => {
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Example');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(MESSAGE);
};

test.describe('a page that cannot be hydrated', { tag: ['@scripts', '@on-intent'] }, () => {
  test.beforeEach(async ({ page, allowConsoleMessage }) => {
    allowConsoleMessage(FAILED_REQUEST);
    await hideCookieBanner(page);
  });

  // tests/framework/hydration-failures.test.ts shows that a form is sent natively, for each kind of failure.
  test('searches the FAQ on the server, and follows the link of a gallery image to its file', {
    tag: '@journey',
  }, async ({ page }) => {
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
  await fillIn(page);

  await page.locator('html[data-hydrated]').waitFor();
  await expectInputPreserved(page);
});

/**
 * Firefox rejects pending imports as soon as a navigation starts. Chromium does not, so these tests reject the import
 * themselves while the document of the next page is loading.
 */
test.describe('a navigation that starts while React is loading', { tag: ['@scripts', '@on-intent'] }, () => {
  test.beforeEach(async ({ page, allowConsoleMessage }) => {
    allowConsoleMessage(FAILED_REQUEST);
    await hideCookieBanner(page);
  });

  /** Clicks without a pointer, so that the browser does not prerender the target instead. */
  const clickByScript = (link: Locator): Promise<void> =>
    link.evaluate((element) => {
      if (element instanceof HTMLElement) element.click();
    });

  /** Opens a page and triggers hydration. Its entry chunk is pending until the returned function makes it fail. */
  const openWithPendingChunk = async (page: Page, path: string): Promise<() => void> => {
    const reject = await holdRequests(page, ENTRY, (route) => route.abort('aborted'));
    await page.goto(path);
    await page.mouse.move(40, 300);
    await page.mouse.move(60, 330);
    return reject;
  };

  test('is not interrupted by a reload when it aborts chunk requests', { tag: '@journey' }, async ({ page }) => {
    const reject = await openWithPendingChunk(page, '/imprint');
    const navigations = recordDocuments(page);
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/faq', async (route) => {
      requested.resolve();
      await released.promise;
      await route.continue();
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/entry.browser-'));
    await clickByScript(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }));
    await requested.promise;
    reject();
    await failed;
    // The page would request the latest build and then reload. Five requests in a row take longer than its one request.
    for (let round = 0; round < 5; round += 1) await page.request.get('/builds/latest.json');
    released.resolve();

    await expect(page).toHaveURL('/faq');
    expect(navigations).toEqual(['/faq']);
  });

  test('that turns out to be a download does not reload the page, discards a click that waits for replay, and the next intent hydrates', async ({
    page,
  }) => {
    const reject = await openWithPendingChunk(page, EVENT_PAGE);
    const navigations = recordDocuments(page);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/entry.browser-'));
    const downloaded = page.waitForEvent('download');
    await clickByScript(page.locator(`a[href="${EVENT_PAGE}.ics"]`));
    reject();
    await Promise.all([downloaded, failed]);
    await page.unroute(ENTRY);
    await page.mouse.move(80, 300);
    await page.mouse.move(90, 330);
    await page.locator('html[data-hydrated]').waitFor();
    expect(navigations).toEqual([`${EVENT_PAGE}.ics`]);

    const release = await holdRequests(page, PAYLOAD);
    await page.goto(GALLERY_PAGE);
    const { items, dialog } = lightboxOf(page);
    await items.nth(1).click();
    await expect(items.nth(1)).toHaveAttribute('aria-busy', 'true');
    const downloadedAgain = page.waitForEvent('download');
    await page.evaluate((file) => location.assign(file), `${EVENT_PAGE}.ics`);
    await downloadedAgain;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    release();
    await page.locator('html[data-hydrated]').waitFor();
    await expect(page).toHaveURL(GALLERY_PAGE);
    await expect(dialog).toBeHidden();
  });
});
