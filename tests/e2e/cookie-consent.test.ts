import type { BrowserContext, Locator, Page } from '@playwright/test';
import { acceptedCategories } from '../../src/site/consent.ts';
import { setFontSize } from './page-checks.ts';
import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

const DAY_S = 86_400;

const BOX = '#cookie-box';

const button = (page: Page, name: string) =>
  page.locator(`${BOX}, #cc-main`).getByRole('button', { name, exact: true });

const cookieOf = async (context: BrowserContext, name: string) => {
  const found = (await context.cookies()).find((cookie) => cookie.name === name);
  return found && { ...found, json: JSON.parse(decodeURIComponent(found.value)) };
};

/** Scrolls an element of the page below a button, and double-clicks the button, which disappears with the first click. */
const doubleClickAbove = async (page: Page, behind: Locator, name: string): Promise<void> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button(page, name).boundingBox()) ?? {};
  await behind.evaluate(
    (element, top) => {
      const box = element.getBoundingClientRect();
      scrollBy({ top: box.top + box.height / 2 - top, behavior: 'instant' });
    },
    y + height / 2,
  );
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(button(page, name)).toBeHidden();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
};

test.describe('cookie consent', { tag: '@scripts' }, () => {
  test('the banner sets no cookie, is not modal, covers no main action, shifts nothing and fits with large text', async ({
    page,
    context,
  }) => {
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
    expect(await context.cookies()).toEqual([]);

    await page.setViewportSize({ width: 375, height: 667 });
    await setFontSize(page, '200%');
    await expect(page.locator(BOX)).toBeInViewport({ ratio: 1 });
    const last = page.locator(BOX).getByRole('link', { name: 'Privacy policy' });
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
    await button(page, 'Manage preferences').click();
    // The dialog takes the focus 100 ms after it has opened.
    await expect(page.locator('#cc-main :focus')).toHaveCount(1);
    for (const name of ['Accept all', 'Reject all']) await expect(button(page, name)).toBeInViewport({ ratio: 1 });

    await setFontSize(page, '');
    await page.setViewportSize({ width: 320, height: 256 });
    const body = page.locator('#cc-main .pm__body');
    expect(await body.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await button(page, 'Save preferences').focus();
    await expect(button(page, 'Save preferences')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 1280, height: 800 });
    const bounds = await page.locator(BOX).boundingBox();
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeGreaterThan(1280 - 40);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeGreaterThan(800 - 40);
    await page.getByRole('banner').getByRole('link', { name: 'FAQ', exact: true }).click();
    await expect(page).toHaveURL('/faq');
    await expect(button(page, 'Accept')).toBeVisible();
    const sectionTops = () =>
      page
        .locator('main section, footer')
        .evaluateAll((all) => all.map((section) => Math.round(section.getBoundingClientRect().top + scrollY)));
    const withBanner = await sectionTops();
    await button(page, 'Accept').click();
    await expect(button(page, 'Accept')).toBeHidden();
    expect(await sectionTops()).toEqual(withBanner);
  });

  test('the banner neither takes nor traps the focus, Escape stores no choice, and a choice restores the focus', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
    await expect(page.locator(BOX)).toHaveCSS('opacity', '1');
    await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();

    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await button(page, 'Manage preferences').click();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await context.cookies()).toEqual([]);

    const before = page.getByRole('contentinfo').locator('a, button').last();
    const tabToBanner = async (): Promise<void> => {
      await before.focus();
      await page.keyboard.press('Tab');
      await expect(button(page, 'Accept')).toBeFocused();
    };
    await tabToBanner();
    await page.keyboard.press('Enter');
    await expect(page.locator(BOX)).toHaveCount(0);
    await expect(before).toBeFocused();

    await context.clearCookies();
    await page.reload();
    await expect(button(page, 'Manage preferences')).toBeVisible();
    await tabToBanner();
    await button(page, 'Manage preferences').press('Enter');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await button(page, 'Save preferences').press('Enter');
    await expect(page.locator(BOX)).toHaveCount(0);
    await expect(before, 'after a choice in the preferences').toBeFocused();

    await context.clearCookies();
    await page.reload();
    await expect(button(page, 'Manage preferences')).toBeVisible();
    await page.locator(BOX).getByRole('link', { name: 'Privacy policy' }).focus();
    // Last, because Firefox moves the focus out of the page.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#cookie-box') ?? null)).toBeNull();
  });

  test('the second click of a double click on a choice does not reach the page behind it', async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/contact');
    const send = page.getByRole('button', { name: 'Send message' });
    await send.focus();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    await doubleClickAbove(page, send, 'Accept');
    await expect(page.locator('#answer')).toHaveCount(0);
    await send.click();
    await expect(page.locator('#answer')).toBeFocused();

    await context.clearCookies();
    await page.goto('/faq');
    const question = page.locator('main summary').nth(1);
    const answer = page.locator('main details').nth(1);
    await button(page, 'Manage preferences').click();
    await expect(page.locator('#cc-main :focus')).toHaveCount(1);
    await doubleClickAbove(page, question, 'Reject all');
    await expect(answer).not.toHaveAttribute('open');
    await question.click();
    await expect(answer).toHaveAttribute('open');
  });

  test('a choice is stored for as long as promised, can be changed with the keyboard, and keeps its id and first time', {
    tag: '@journey',
  }, async ({ page, context }) => {
    const sentCategories = async () => {
      const [request] = await Promise.all([page.waitForRequest('**/healthz'), page.evaluate(() => fetch('/healthz'))]);
      return acceptedCategories((await request.allHeaders()).cookie ?? '');
    };
    const readRecord = async () => (await cookieOf(context, 'cc_cookie'))?.json;
    const readSummary = async () => (await cookieOf(context, 'cookies_consent'))?.json;
    await page.goto('/imprint');
    expect(await sentCategories()).toBe(null);
    await button(page, 'Reject').click();
    await expect(page.locator(BOX)).toHaveCount(0);
    expect(await sentCategories()).toEqual(['necessary']);
    const first = await readRecord();
    expect(first.categories).toEqual(['necessary']);

    // The banner does not come back, and its code is not loaded.
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/faq', { waitUntil: 'networkidle' });
    await expect(button(page, 'Reject')).toHaveCount(0);
    expect(requests.filter((url) => /assets\/consent-/.test(url))).toEqual([]);

    const settings = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
    await settings.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    for (const name of ['Accept all', 'Reject all', 'Save preferences']) await expect(button(page, name)).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Necessary' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Captcha' }).focus();
    await page.keyboard.press('Space');
    await button(page, 'Save preferences').focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(await readSummary()).toMatchObject({ acceptType: 'custom', rejectedCategories: ['videos'] });
    expect(await sentCategories()).toEqual(['necessary', 'captcha']);
    const second = await readRecord();
    expect(second).toMatchObject({ consentId: first.consentId, consentTimestamp: first.consentTimestamp });
    expect(Date.parse(second.lastConsentTimestamp)).toBeGreaterThanOrEqual(Date.parse(first.lastConsentTimestamp));

    await settings.click();
    await button(page, 'Reject all').click();
    await expect(dialog).toBeHidden();
    expect(await readSummary()).toMatchObject({
      acceptType: 'necessary',
      rejectedCategories: ['captcha', 'videos'],
    });

    await settings.click();
    await button(page, 'Accept all').click();
    await expect(dialog).toBeHidden();
    const record = await cookieOf(context, 'cc_cookie');
    const summary = await cookieOf(context, 'cookies_consent');
    expect(record?.json.categories).toEqual(['necessary', 'captcha', 'videos']);
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

  test('after a choice in another tab the banner is gone, the settings show the choice, and rejecting it is stored', async ({
    page,
    context,
  }) => {
    const readCategories = async () => (await cookieOf(context, 'cc_cookie'))?.json.categories;
    const settingsOf = (tab: Page) => tab.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
    const openSettings = (tab: Page) => settingsOf(tab).press('Enter');
    const captcha = page.getByRole('checkbox', { name: 'Captcha' });
    const returnToTab = async () => {
      await page.bringToFront();
      await page.evaluate(() => dispatchEvent(new Event('focus')));
    };
    await page.goto('/imprint');
    const other = await context.newPage();
    await other.goto('/faq');
    await button(other, 'Reject').click();
    await expect(other.locator(BOX)).toHaveCount(0);
    await expect(page.locator(BOX)).toHaveCount(1);
    await returnToTab();
    await expect(page.locator(BOX)).toHaveCount(0);

    await openSettings(page);
    await expect(captcha).not.toBeChecked();
    await openSettings(other);
    await button(other, 'Accept all').click();
    await expect.poll(readCategories).toEqual(['necessary', 'captcha', 'videos']);

    // Also in settings that were open in the meantime.
    await returnToTab();
    await expect(captcha).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(settingsOf(page)).toBeFocused();
    await openSettings(page);
    await button(page, 'Reject all').click();
    await expect.poll(readCategories).toEqual(['necessary']);
  });

  test('Global Privacy Control is a rejection that can be changed; the link is busy until the preferences are loaded', async ({
    page,
    context,
  }) => {
    await hideCookieBanner(page);
    const release = await holdRequests(page, /assets\/consent-preferences-/);
    await page.goto('/imprint', { waitUntil: 'networkidle' });
    await expect(page.locator(BOX)).toHaveCount(0);
    await page.evaluate(() => document.documentElement.style.setProperty('--cc-modal-transition-duration', '1s'));
    const settings = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' });
    await settings.click();
    await expect(settings).toHaveAttribute('aria-busy', 'true');
    release();
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await expect(dialog).toBeVisible();
    await expect(settings).not.toHaveAttribute('aria-busy');
    // The preferences can be used while they open.
    const { x, y, height } = (await button(page, 'Accept all').boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 20, y + height - 5);
    await page.mouse.down();
    await expect(dialog).toHaveCSS('opacity', '1');
    await page.mouse.up();

    await expect(dialog).toBeHidden();
    expect((await cookieOf(context, 'cookies_consent'))?.json).toMatchObject({ acceptType: 'all' });
  });
});
