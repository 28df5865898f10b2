import type { Page } from '@playwright/test';
import { deliveredWith, headerOf, sendAndWait, unique } from './mailbox.ts';
import { expect, holdRequests, test } from './site.ts';

const port = Number(process.env.E2E_PORT ?? 8471);
const PROVIDER = `http://localhost:${port + 2}`;
const SEND = 'Send message';

// playwright.config.ts starts a second site at this port, and a fake captcha provider at the next one.
test.use({ baseURL: `http://localhost:${port + 1}` });

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const captchaBox = (page: Page) => page.getByRole('region', { name: 'Captcha' });

const fillIn = async (page: Page, message: string): Promise<void> => {
  await field(page, 'Name').fill('Ada Example');
  await field(page, 'Email address').fill('ada@example.org');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('account');
  await field(page, 'Message').fill(message);
};

const requestsToProvider = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().startsWith(PROVIDER) && requests.push(request.url()));
  return requests;
};

/** The server returns 429, because the test fills in the form faster than a person can. The form then retries. */
const TOO_FAST = /status of 429/;

test('the form can be sent without captcha and without any third-party request', { tag: '@html' }, async ({
  page,
  allowConsoleMessage,
}) => {
  allowConsoleMessage(TOO_FAST);
  const message = unique('Not verified.');
  const requests = requestsToProvider(page);
  await page.goto('/contact');
  await fillIn(page, message);
  await expect(captchaBox(page)).toContainText('Cloudflare Turnstile');
  await sendAndWait(page, SEND);

  expect(headerOf((await deliveredWith(message, 'captcha'))[0], 'x-captcha')).toBe('absent');
  expect(requests).toEqual([]);
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test.beforeEach(({ allowConsoleMessage }) => allowConsoleMessage(new RegExp(`request to ${PROVIDER}`)));

  test('the provider is only loaded after consent, which can be given next to the form', { tag: '@journey' }, async ({
    page,
    context,
  }) => {
    const message = unique('Verified.');
    const requests = requestsToProvider(page);
    await page.goto('/contact');
    await fillIn(page, message);
    expect(requests).toEqual([]);
    await captchaBox(page).getByRole('button', { name: 'Allow captcha' }).click();

    await expect(captchaBox(page).locator('iframe')).toBeVisible();
    expect(requests[0]).toBe(`${PROVIDER}/api.js`);
    const record = (await context.cookies()).find(({ name }) => name === 'cc_cookie');
    expect(JSON.parse(decodeURIComponent(record?.value ?? '{}'))).toMatchObject({
      categories: ['necessary', 'captcha'],
    });
    await sendAndWait(page, SEND);
    expect(headerOf((await deliveredWith(message, 'captcha'))[0], 'x-captcha')).toBe('verified');
  });

  test('with stored consent the widget is loaded with the form, and withdrawing it removes all traces', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await page.locator('#cookie-box').getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(page.locator('#cookie-box')).toHaveCount(0);
    await page.goto('/contact');
    await field(page, 'Name').fill('Ada Example');
    await expect(captchaBox(page).locator('iframe')).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).toContain('cf_fake');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
    await page.locator('#cc-main').getByRole('button', { name: 'Reject all' }).click();

    await expect(captchaBox(page).getByRole('button', { name: 'Allow captcha' })).toBeVisible();
    await expect(page.locator(`iframe, script[src^="${PROVIDER}"]`)).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('cf_fake');
    await expect(field(page, 'Name')).toHaveValue('Ada Example');
  });

  test('withdrawing consent while the widget is loading prevents any request to the provider', async ({ page }) => {
    const requests = requestsToProvider(page);
    const release = await holdRequests(page, '**/assets/captcha-widget-*.js');
    await page.goto('/contact');
    await field(page, 'Name').fill('Ada Example');
    const widgetRequest = page.waitForRequest('**/assets/captcha-widget-*.js');
    await captchaBox(page).getByRole('button', { name: 'Allow captcha' }).click();
    const widget = (await widgetRequest).url();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
    await page.locator('#cc-main').getByRole('button', { name: 'Reject all' }).click();
    await expect(captchaBox(page).getByRole('button', { name: 'Allow captcha' })).toBeVisible();
    release();
    // The form has begun to import this module earlier, so the import of the form resolves before this one.
    await page.evaluate((url) => import(url), widget);

    await expect(page.locator(`iframe, script[src^="${PROVIDER}"]`)).toHaveCount(0);
    expect(requests).toEqual([]);
  });

  test('if the provider is unreachable, the form says so and can be sent without captcha', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/net::ERR_FAILED/);
    allowConsoleMessage(TOO_FAST);
    const message = unique('The provider is away.');
    await page.route(`${PROVIDER}/**`, (route) => route.abort());
    await page.goto('/contact');
    await fillIn(page, message);
    await captchaBox(page).getByRole('button', { name: 'Allow captcha' }).click();

    await expect(captchaBox(page)).toContainText('We couldn’t load Cloudflare Turnstile.');
    await sendAndWait(page, SEND);
    expect(await deliveredWith(message, 'captcha')).toHaveLength(1);
  });
});
