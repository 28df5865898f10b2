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

const rejectAll = async (page: Page): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).press('Enter');
  await page.locator('#cc-main').getByRole('button', { name: 'Reject all' }).click();
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

  test('the provider is loaded once the visitor consents next to the form, and withdrawing removes all traces', {
    tag: '@journey',
  }, async ({ page, context }) => {
    const message = unique('Verified.');
    const requests = requestsToProvider(page);
    const allow = captchaBox(page).getByRole('button', { name: 'Allow captcha' });
    const widget = captchaBox(page).locator('iframe');
    const cookieOf = async (name: string) => (await context.cookies()).find((cookie) => cookie.name === name)?.value;
    await page.goto('/contact');
    await fillIn(page, message);
    expect(requests).toEqual([]);
    await allow.click();
    await expect(widget).toBeVisible();
    expect(requests[0]).toBe(`${PROVIDER}/api.js`);
    expect(JSON.parse(decodeURIComponent((await cookieOf('cc_cookie')) ?? '{}'))).toMatchObject({
      categories: ['necessary', 'captcha'],
    });

    // With stored consent, the widget is loaded with the form.
    await page.goto('/contact');
    await fillIn(page, message);
    await expect(widget).toBeVisible();
    expect(await cookieOf('cf_fake')).toBeDefined();
    await rejectAll(page);
    await expect(allow).toBeVisible();
    await expect(page.locator(`iframe, script[src^="${PROVIDER}"]`)).toHaveCount(0);
    expect(await cookieOf('cf_fake')).toBeUndefined();
    await expect(field(page, 'Name')).toHaveValue('Ada Example');

    await allow.click();
    await expect(widget).toBeVisible();
    await sendAndWait(page, SEND);
    expect(headerOf((await deliveredWith(message, 'captcha'))[0], 'x-captcha')).toBe('verified');
  });

  test('consent that is withdrawn while the widget loads prevents all requests, and without provider the form is sent', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/net::ERR_FAILED/);
    allowConsoleMessage(TOO_FAST);
    const message = unique('The provider is away.');
    const allow = captchaBox(page).getByRole('button', { name: 'Allow captcha' });
    const requests = requestsToProvider(page);
    const release = await holdRequests(page, '**/assets/captcha-widget-*.js');
    await page.goto('/contact');
    await fillIn(page, message);
    const widgetRequest = page.waitForRequest('**/assets/captcha-widget-*.js');
    await allow.click();
    const widget = (await widgetRequest).url();
    await rejectAll(page);
    await expect(allow).toBeVisible();
    release();
    // The form has begun to import this module earlier, so the import of the form resolves before this one.
    await page.evaluate((url) => import(url), widget);
    await expect(page.locator(`iframe, script[src^="${PROVIDER}"]`)).toHaveCount(0);
    expect(requests).toEqual([]);

    await page.route(`${PROVIDER}/**`, (route) => route.abort());
    await allow.click();
    await expect(captchaBox(page)).toContainText('We couldn’t load Cloudflare Turnstile.');
    await sendAndWait(page, SEND);
    expect(await deliveredWith(message, 'captcha')).toHaveLength(1);
  });

  test('a browser that blocks cookies shows the widget until the visitor rejects it', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }));
    const allow = captchaBox(page).getByRole('button', { name: 'Allow captcha' });
    const widget = captchaBox(page).locator('iframe');
    await page.goto('/contact');
    await allow.click();
    await expect(widget).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(widget).toBeVisible();

    await rejectAll(page);
    await expect(allow).toBeVisible();
    await expect(widget).toHaveCount(0);
  });
});
