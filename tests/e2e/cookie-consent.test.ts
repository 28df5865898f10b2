import type { BrowserContext, Page } from '@playwright/test';
import { acceptedCategories } from '../../src/site/consent.ts';
import { setFontSize } from './page-checks.ts';
import { expect, holdRequests, test } from './site.ts';

const DAY_S = 86_400;

const BOX = '#cookie-box';

const button = (page: Page, name: string) =>
  page.locator(`${BOX}, #cc-main`).getByRole('button', { name, exact: true });

const cookieOf = async (context: BrowserContext, name: string) => {
  const found = (await context.cookies()).find((cookie) => cookie.name === name);
  return found && { ...found, json: JSON.parse(decodeURIComponent(found.value)) };
};

test.describe('cookie consent', { tag: '@scripts' }, () => {
  test('until the visitor chooses, a banner that is not modal is shown at the bottom right, and no cookie is set', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await expect(button(page, 'Accept')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    const bounds = await page.locator(BOX).boundingBox();

    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeGreaterThan(1280 - 40);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeGreaterThan(800 - 40);
    await page.getByRole('banner').getByRole('link', { name: 'FAQ', exact: true }).click();
    await expect(page).toHaveURL('/faq');
  });

  test('on a first visit the banner covers no main action', async ({ page }) => {
    for (const [path, role, name, width, height] of [
      ['/faq', 'button', 'Search', 1280, 900],
      ['/faq', 'button', 'Search', 360, 740],
      ['/', 'link', 'Open an account', 360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      await expect(page.locator(BOX)).toHaveCSS('opacity', '1');
      const action = page.getByRole('main').getByRole(role, { name, exact: true }).first();

      await expect(action).toBeInViewport({ ratio: 1 });
      const isUncovered = await action.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)));
      });
      expect(isUncovered, `“${name}” of ${path} at ${width} × ${height}`).toBe(true);
    }
  });

  test('with text at 200% on a phone the banner is not higher than the window, and scrolls', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/');
    await setFontSize(page, '200%');
    await expect(page.locator(BOX)).toBeInViewport({ ratio: 1 });
    const last = page.locator(BOX).getByRole('link', { name: 'Privacy policy' });
    await last.focus();

    await expect(last).toBeInViewport({ ratio: 1 });
  });

  test('with text at 200% on a phone the preferences show both choices, and at 400% zoom the whole dialog scrolls', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/');
    await setFontSize(page, '200%');
    await button(page, 'Manage preferences').click();
    for (const name of ['Accept all', 'Reject all']) await expect(button(page, name)).toBeInViewport({ ratio: 1 });

    await setFontSize(page, '');
    await page.setViewportSize({ width: 320, height: 256 });
    const body = page.locator('#cc-main .pm__body');
    expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await button(page, 'Save preferences').focus();
    await expect(button(page, 'Save preferences')).toBeInViewport({ ratio: 1 });
  });

  test('the banner neither takes nor traps the focus, and Escape closes the preferences without storing a choice', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
    await expect(page.locator(BOX)).toHaveCSS('opacity', '1');
    await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();

    await button(page, 'Manage preferences').click();
    await expect(page.getByRole('dialog', { name: 'Cookie settings' }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeHidden();
    expect(await context.cookies()).toEqual([]);

    // Last, because in Firefox this moves the focus to the browser's own controls, and a later click does not move it back.
    await page.locator(BOX).getByRole('link', { name: 'Privacy policy' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#cookie-box') ?? null)).toBeNull();
  });

  test('“Accept” stores all categories in both cookies, which expire after 182 days and one year', {
    tag: ['@phone', '@journey'],
  }, async ({ page, context }) => {
    await page.goto('/');
    await button(page, 'Accept').click();
    await expect(button(page, 'Accept')).toBeHidden();
    const record = await cookieOf(context, 'cc_cookie');
    const summary = await cookieOf(context, 'cookies_consent');

    expect(Object.keys(record?.json).sort()).toEqual([
      'categories',
      'consentId',
      'consentTimestamp',
      'data',
      'expirationTime',
      'languageCode',
      'lastConsentTimestamp',
      'revision',
      'services',
    ]);
    expect(record?.json).toMatchObject({ categories: ['necessary', 'captcha', 'videos'], languageCode: 'en' });
    expect(record?.sameSite).toBe('Lax');
    const now = Date.now() / 1_000;
    expect(((record?.expires ?? 0) - now) / DAY_S).toBeCloseTo(182, 1);
    expect(summary?.json).toEqual({
      acceptType: 'all',
      acceptedCategories: ['necessary', 'captcha', 'videos'],
      rejectedCategories: [],
      acceptedServices: [],
      rejectedServices: [],
    });
    expect(((summary?.expires ?? 0) - now) / 31_536_000).toBeCloseTo(1, 3);
  });

  test('“Reject” stores only the necessary category, and the banner does not come back', async ({ page, context }) => {
    await page.goto('/');
    await button(page, 'Reject').click();
    await expect(button(page, 'Reject')).toBeHidden();

    expect((await cookieOf(context, 'cc_cookie'))?.json.categories).toEqual(['necessary']);
    expect((await cookieOf(context, 'cookies_consent'))?.json).toMatchObject({
      acceptType: 'necessary',
      acceptedCategories: ['necessary'],
      rejectedCategories: ['captcha', 'videos'],
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/faq', { waitUntil: 'networkidle' });
    await expect(button(page, 'Reject')).toHaveCount(0);
    expect(requests.filter((url) => /assets\/consent-/.test(url))).toEqual([]);
  });

  test('the choice can be changed with the keyboard alone, and keeps the id and the time of the first consent', {
    tag: ['@phone', '@journey'],
  }, async ({ page, context }) => {
    const sentCategories = async () => {
      const [request] = await Promise.all([page.waitForRequest('**/healthz'), page.evaluate(() => fetch('/healthz'))]);
      return acceptedCategories((await request.allHeaders()).cookie ?? '');
    };
    await page.goto('/faq');
    expect(await sentCategories()).toBe(null);
    await button(page, 'Reject').click();
    await expect(page.locator(BOX)).toHaveCount(0);
    expect(await sentCategories()).toEqual(['necessary']);
    const first = (await cookieOf(context, 'cc_cookie'))?.json;
    const settings = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
    await settings.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    for (const name of ['Accept all', 'Reject all', 'Save preferences']) await expect(button(page, name)).toBeVisible();

    const captcha = dialog.getByRole('checkbox', { name: 'Captcha' });
    await expect(dialog.getByRole('checkbox', { name: 'Necessary' })).toBeDisabled();
    await captcha.focus();
    await page.keyboard.press('Space');
    await button(page, 'Save preferences').focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect((await cookieOf(context, 'cookies_consent'))?.json).toMatchObject({
      acceptType: 'custom',
      rejectedCategories: ['videos'],
    });

    expect(await sentCategories()).toEqual(['necessary', 'captcha']);
    const second = (await cookieOf(context, 'cc_cookie'))?.json;
    expect(second).toMatchObject({ consentId: first.consentId, consentTimestamp: first.consentTimestamp });
    expect(Date.parse(second.lastConsentTimestamp)).toBeGreaterThanOrEqual(Date.parse(first.lastConsentTimestamp));

    await settings.click();
    await button(page, 'Reject all').click();
    await expect(dialog).toBeHidden();
    expect((await cookieOf(context, 'cookies_consent'))?.json).toMatchObject({
      acceptType: 'necessary',
      rejectedCategories: ['captcha', 'videos'],
    });
  });

  test('the link to the preferences is busy until they are loaded, and they can be used while they open', async ({
    page,
    context,
  }) => {
    const release = await holdRequests(page, /assets\/consent-preferences-/);
    await page.goto('/imprint');
    await page.evaluate(() => document.documentElement.style.setProperty('--cc-modal-transition-duration', '1s'));
    const settings = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
    await settings.click();
    await expect(settings).toHaveAttribute('aria-busy', 'true');
    release();
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await expect(dialog).toBeVisible();
    await expect(settings).not.toHaveAttribute('aria-busy');
    const { x, y, height } = (await button(page, 'Accept all').boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 20, y + height - 5);
    await page.mouse.down();
    await expect(dialog).toHaveCSS('opacity', '1');
    await page.mouse.up();

    await expect(dialog).toBeHidden();
    expect((await cookieOf(context, 'cookies_consent'))?.json).toMatchObject({ acceptType: 'all' });
  });

  test('Global Privacy Control counts as a rejection, which the visitor can change', async ({ page, context }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.locator(BOX)).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
    await button(page, 'Accept all').click();

    await expect.poll(async () => (await cookieOf(context, 'cookies_consent'))?.json.acceptType).toBe('all');
  });

  test('after a choice by keyboard the focus returns to the previously focused element', async ({ page }) => {
    await page.goto('/');
    await expect(button(page, 'Accept')).toBeVisible();
    const link = page.getByRole('contentinfo').locator('a, button').last();
    await link.focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Accept')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator(BOX)).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test('after a choice in the preferences the focus returns to the element before the banner', async ({ page }) => {
    await page.goto('/');
    await expect(button(page, 'Manage preferences')).toBeVisible();
    const link = page.getByRole('contentinfo').locator('a, button').last();
    await link.focus();
    await page.keyboard.press('Tab');
    await button(page, 'Manage preferences').press('Enter');
    await button(page, 'Save preferences').press('Enter');
    await expect(page.locator(BOX)).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test('the banner causes no layout shift', { tag: '@phone' }, async ({ page }) => {
    const sectionTops = () =>
      page
        .locator('main section, footer')
        .evaluateAll((all) => all.map((section) => section.getBoundingClientRect().top));
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);
    await expect(button(page, 'Accept')).toBeVisible();
    const withBanner = await sectionTops();
    await button(page, 'Accept').click();
    await expect(button(page, 'Accept')).toBeHidden();

    expect(await sectionTops()).toEqual(withBanner);
  });
});

test('the link to the preferences points to a description of the cookies, for use without scripts', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto('/');

  const settings = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
  await expect(settings).toHaveAttribute('href', '/privacy-policy#cookies');
});
