import type { Locator, Page, Request, Route } from '@playwright/test';
import { GALLERY_PAGE, lightboxOf } from './lightbox-page.ts';
import { expect, hideCookieBanner, test } from './site.ts';

const PAYLOAD = '**/flight/*.txt*';
const ENTRY = '**/assets/entry.browser-*.js';
/** Its appointment is a download. */
const COMING_EVENT = '/events/port-of-domains-hamburg-2027';
const SEND = 'Send the message';
const MESSAGE = 'Typed before the page was hydrated.';

/** A chunk or payload that fails on purpose is reported in the console, and a form sent at once is too quick. */
const PROVOKED = /Failed to load resource/;

type Failure = readonly [name: string, fail: (route: Route) => Promise<void>];

const fulfillWith = (status: number) => (route: Route) => route.fulfill({ status, body: 'No payload' });

const truncate = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  const body = await response.text();
  await route.fulfill({ response, body: body.slice(0, body.length / 2) });
};

const FAILURES: readonly Failure[] = [
  ['is answered 404', fulfillWith(404)],
  ['is answered 429', fulfillWith(429)],
  ['is answered 500', fulfillWith(500)],
  ['is another document', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Sign in' })],
  [
    'has the right type and the wrong content',
    (route) => route.fulfill({ contentType: 'text/x-component', body: '0:' }),
  ],
  ['is truncated', truncate],
  ['cannot be fetched', (route) => route.abort('internetdisconnected')],
];

/** Lets matching requests wait until they are released. */
const holdRequests = async (page: Page, url: string, act: (route: Route) => Promise<void>): Promise<() => void> => {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await act(route);
  });
  return () => released.resolve();
};

const isNativeSubmit = (request: Request): boolean => request.isNavigationRequest() && request.method() === 'POST';

const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'hydrated' in document.documentElement.dataset);

const listReports = (page: Page): unknown[] => {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postDataJSON());
  });
  return reports;
};

const fillIn = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.org');
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
};

const expectEntriesKept = async (page: Page): Promise<void> => {
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Example');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(MESSAGE);
};

test.describe('a page that cannot be hydrated', { tag: ['@scripts', '@on-intent'] }, () => {
  test.beforeEach(async ({ page, allowConsoleMessage }) => {
    allowConsoleMessage(PROVOKED);
    await hideCookieBanner(page);
  });

  for (const [name, fail] of FAILURES) {
    test(`sends its form natively when the payload ${name}`, async ({ page }) => {
      const reports = listReports(page);
      const release = await holdRequests(page, PAYLOAD, fail);
      await page.goto('/contact');
      await fillIn(page);
      const button = page.getByRole('button', { name: SEND });
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      const sent = page.waitForRequest(isNativeSubmit);
      release();

      expect((await sent).postData()).toContain(MESSAGE);
      await expect(page.locator('#answer')).toBeVisible();
      await expectEntriesKept(page);
      await expect.poll(() => reports).toEqual([{ path: '/contact', stage: 'payload' }]);
    });

    test(`keeps the entries, and holds no click, when the payload ${name}`, async ({ page }) => {
      await page.route(PAYLOAD, fail);
      const reported = page.waitForRequest('**/api/client-errors');
      await page.goto('/contact?event=hamburg');
      await fillIn(page);
      expect((await reported).postDataJSON()).toEqual({ path: '/contact', stage: 'payload' });

      await expectEntriesKept(page);
      expect(await isHydrated(page)).toBe(false);
      const sent = page.waitForRequest(isNativeSubmit);
      await page.getByRole('button', { name: SEND }).click();
      expect((await sent).postData()).toContain(MESSAGE);
    });
  }

  test('sends its form natively after the time limit when the payload never ends', async ({ page }) => {
    const reports = listReports(page);
    await holdRequests(page, PAYLOAD, (route) => route.abort());
    await page.goto('/contact');
    await fillIn(page);
    const sent = page.waitForRequest(isNativeSubmit);
    await page.getByRole('button', { name: SEND }).click();

    expect((await sent).postData()).toContain(MESSAGE);
    await expect.poll(() => reports).toEqual([{ path: '/contact', stage: 'timeout' }]);
  });

  test('sends its form natively after the time limit when a chunk never arrives', async ({ page }) => {
    await holdRequests(page, ENTRY, (route) => route.abort());
    await page.goto('/contact');
    await fillIn(page);
    const sent = page.waitForRequest(isNativeSubmit);
    await page.getByRole('button', { name: SEND }).click();

    expect((await sent).postData()).toContain(MESSAGE);
  });

  for (const chunk of [ENTRY, '**/assets/form-*.js', '**/assets/contact-*.js']) {
    test(`sends its form natively at once when ${chunk.slice(11)} is gone`, async ({ page }) => {
      const reports = listReports(page);
      const release = await holdRequests(page, chunk, fulfillWith(404));
      await page.goto('/contact');
      await fillIn(page);
      await page.getByRole('button', { name: SEND }).click();
      const sent = page.waitForRequest(isNativeSubmit);
      release();

      expect((await sent).postData()).toContain(MESSAGE);
      await expect(page.locator('#answer')).toBeVisible();
      await expectEntriesKept(page);
      await expect.poll(() => reports).toEqual([{ path: '/contact', stage: 'chunk' }]);
    });
  }

  test('searches the FAQ on the server', async ({ page }) => {
    const release = await holdRequests(page, PAYLOAD, fulfillWith(429));
    await page.goto('/faq');
    await page.getByRole('searchbox').fill('nameservers');
    const searched = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    release();

    await searched;
    await expect(page).toHaveURL('/faq?q=nameservers');
    await expect(page.getByRole('searchbox')).toHaveValue('nameservers');
  });

  test('follows the link of a gallery image to its file', async ({ page }) => {
    const release = await holdRequests(page, PAYLOAD, fulfillWith(500));
    await page.goto(GALLERY_PAGE);
    const { items } = lightboxOf(page);
    const file = await items.nth(1).getAttribute('href');
    await items.nth(1).click();
    await expect(items.nth(1)).toHaveAttribute('aria-busy', 'true');
    release();

    await expect(page).toHaveURL(file ?? '');
  });
});

test.describe('a page whose payload has been evicted', { tag: ['@scripts', '@on-intent'] }, () => {
  const toUnknownVersion = (url: string): string =>
    url.replace(/\/flight\/[\w-]+\.txt/, '/flight/aaaaaaaaaaaaaaaa.txt');

  test('is hydrated from a payload that is rendered again, and keeps the entries', async ({ page }) => {
    await hideCookieBanner(page);
    await page.route(PAYLOAD, (route) => route.continue({ url: toUnknownVersion(route.request().url()) }));
    await page.goto('/contact');
    await fillIn(page);

    await page.locator('html[data-hydrated]').waitFor();
    await expectEntriesKept(page);
  });

  test('is not hydrated from the payload of another build', async ({ page }) => {
    await hideCookieBanner(page);
    await page.route(PAYLOAD, async (route) => {
      const response = await route.fetch({ url: toUnknownVersion(route.request().url()) });
      const [, version] = (response.headers()['x-payload-version'] ?? '').split(' ');
      await route.fulfill({ response, headers: { 'x-payload-version': `another-build ${version}` } });
    });
    const reported = page.waitForRequest('**/api/client-errors');
    await page.goto('/contact');
    await fillIn(page);

    expect((await reported).postDataJSON()).toEqual({ path: '/contact', stage: 'payload' });
    await expectEntriesKept(page);
    expect(await isHydrated(page)).toBe(false);
  });
});

test.describe('a page without one of its style sheets', { tag: ['@scripts', '@on-intent'] }, () => {
  for (const [name, fail] of [
    ['is gone', fulfillWith(404)],
    ['cannot be fetched', (route: Route) => route.abort('connectionreset')],
  ] as const) {
    test(`is hydrated when the style sheet of its client components ${name}`, async ({ page, allowConsoleMessage }) => {
      allowConsoleMessage(PROVOKED);
      await hideCookieBanner(page);
      await page.route('**/assets/form-*.css', fail);
      await page.goto('/contact');
      await fillIn(page);

      await page.locator('html[data-hydrated]').waitFor();
      await expectEntriesKept(page);
    });
  }
});

/**
 * Firefox rejects unfinished imports as soon as a navigation begins. Chromium does not, so these tests reject the import
 * themselves while the document of the next page is on its way.
 */
test.describe('a navigation that begins while React is loading', { tag: ['@scripts', '@on-intent'] }, () => {
  test.beforeEach(async ({ page, allowConsoleMessage }) => {
    allowConsoleMessage(PROVOKED);
    await hideCookieBanner(page);
  });

  const press = (link: Locator): Promise<void> =>
    link.evaluate((element) => {
      if (element instanceof HTMLElement) element.click();
    });

  const openWithChunkOnItsWay = async (page: Page, path: string): Promise<() => void> => {
    const reject = await holdRequests(page, ENTRY, (route) => route.abort('aborted'));
    await page.goto(path);
    await page.mouse.move(40, 300);
    await page.mouse.move(60, 330);
    return reject;
  };

  test('is not cancelled by a reload when it makes the chunks fail', async ({ page }) => {
    const reject = await openWithChunkOnItsWay(page, '/imprint');
    const navigations: string[] = [];
    const answered = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/faq', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(new URL(request.url()).pathname);
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/entry.browser-'));
    // Without a pointer, so that the browser does not prerender the page instead.
    await press(page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }));
    await asked.promise;
    reject();
    await failed;
    // A reload would come as soon as the server has told the page which build it has.
    for (let round = 0; round < 5; round += 1) await page.request.get('/builds/latest.json');
    answered.resolve();

    await expect(page).toHaveURL('/faq');
    expect(navigations).toEqual(['/faq']);
  });

  test('that turns out to be a download leaves the page as it is, and the next intent hydrates it', async ({
    page,
  }) => {
    const reject = await openWithChunkOnItsWay(page, COMING_EVENT);
    const navigations: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(new URL(request.url()).pathname);
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/entry.browser-'));
    const downloaded = page.waitForEvent('download');
    await press(page.locator(`a[href="${COMING_EVENT}.ics"]`));
    reject();
    await Promise.all([downloaded, failed]);
    await page.unroute(ENTRY);
    await page.mouse.move(80, 300);
    await page.mouse.move(90, 330);

    await page.locator('html[data-hydrated]').waitFor();
    expect(navigations).toEqual([`${COMING_EVENT}.ics`]);
  });

  test('drops a click that was held before', async ({ page }) => {
    const release = await holdRequests(page, PAYLOAD, (route) => route.continue());
    await page.goto(GALLERY_PAGE);
    const { items, dialog } = lightboxOf(page);
    await items.nth(1).click();
    await expect(items.nth(1)).toHaveAttribute('aria-busy', 'true');
    const downloaded = page.waitForEvent('download');
    await page.evaluate((file) => location.assign(file), `${COMING_EVENT}.ics`);
    await downloaded;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    release();

    await page.locator('html[data-hydrated]').waitFor();
    await expect(page).toHaveURL(GALLERY_PAGE);
    await expect(dialog).toBeHidden();
  });
});
