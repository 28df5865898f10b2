import { expect, type Page, type Route, test } from '@playwright/test';

/*
 * If anything fails while a page is hydrated, the document stays as it is: the entered text is kept, the click is
 * replayed natively within a bounded time, and the failure is reported.
 */
const PAYLOAD = '**/payloads/*.txt*';
const REACT = '**/assets/react-*.js';

const fulfillWith = (status: number) => (route: Route) => route.fulfill({ status, body: 'failed' });

const truncate = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  const body = await response.text();
  await route.fulfill({ response, body: body.slice(0, body.length / 2) });
};

/** Never responds, so the page gives up after its time limit. */
const hang = (): Promise<void> => new Promise(() => undefined);

// tests/unit/framework/client/hydration/payload.test.ts lists the responses that are not the payload.
const FAILURES: readonly (readonly [string, string, (route: Route) => Promise<void>, string])[] = [
  ['the payload is truncated', PAYLOAD, truncate, 'payload'],
  ['the browser is offline', PAYLOAD, (route) => route.abort('internetdisconnected'), 'payload'],
  ['the payload never arrives', PAYLOAD, hang, 'timeout'],
  ['a chunk never arrives', REACT, hang, 'timeout'],
  ['a chunk is missing', REACT, fulfillWith(404), 'chunk'],
  [
    'a script throws',
    '**/assets/entry.browser-*.js',
    (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
    'chunk',
  ],
];

const collectReports = (page: Page): unknown[] => {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postDataJSON());
  });
  return reports;
};

for (const [name, url, fail, stage] of FAILURES) {
  test(`when ${name}, the form is sent natively with the entered text`, async ({ page }) => {
    const reports = collectReports(page);
    await page.route(url, fail);
    await page.goto('/greeting');
    const reloaded = stage === 'chunk' ? page.waitForEvent('load') : null;
    await page.getByLabel('Name').fill('Ada');
    // If a chunk cannot be loaded, the page is reloaded once, with the entered text.
    await reloaded;
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
    await page.getByRole('button').click();

    expect((await sent).postData()).toContain('Ada');
    await expect(page.locator('output')).toHaveText('Hello Ada');
    await expect.poll(() => reports).toContainEqual({ path: '/greeting', stage });
  });
}

test('a click waits for a slow payload, and the entered text is kept', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route(PAYLOAD, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/greeting');
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button').click();
  await expect(page.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  released.resolve();

  await expect(page.locator('output')).toHaveText('Hello Ada');
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
});
