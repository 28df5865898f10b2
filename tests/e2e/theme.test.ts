import type { Page } from '@playwright/test';
import { expect, hideCookieBanner, test } from './site.ts';

const LIGHT = 'rgb(247, 245, 240)';
const DARK = 'rgb(13, 15, 18)';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const choice = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('group', { name: 'Theme' }).getByRole('button', { name, exact: true });

test.describe('with scripts', { tag: '@scripts' }, () => {
  test.use({ colorScheme: 'light' });
  test.beforeEach(({ page }) => hideCookieBanner(page));

  test('the dark theme can be chosen, persists on other pages, and can be reset to the system theme', {
    tag: '@journey',
  }, async ({ page }) => {
    await page.goto('/');
    await expect(choice(page, 'System')).toHaveAttribute('aria-pressed', 'true');
    await choice(page, 'Dark').click();
    expect(await background(page)).toBe(DARK);
    await expect(choice(page, 'Dark')).toHaveAttribute('aria-pressed', 'true');
    await expect(choice(page, 'System')).toHaveAttribute('aria-pressed', 'false');

    const themeColours = await page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) =>
        all.flatMap((meta) =>
          meta instanceof HTMLMetaElement && matchMedia(meta.media).matches ? [meta.content] : [],
        ),
      );
    expect(themeColours).toEqual(['#0d0f12']);

    await page.goto('/faq');
    expect(await background(page)).toBe(DARK);
    await page.keyboard.press('Tab');
    await page.locator('html[data-hydrated]').waitFor();
    expect(await background(page)).toBe(DARK);
    await expect(choice(page, 'Dark')).toHaveAttribute('aria-pressed', 'true');

    await choice(page, 'System').click();
    expect(await background(page)).toBe(LIGHT);
    await page.reload();
    expect(await background(page)).toBe(LIGHT);

    await page.evaluate(() => localStorage.setItem('theme', '"><b'));
    await page.reload();
    expect(await background(page), 'with an invalid value').toBe(LIGHT);
    await expect(choice(page, 'System')).toHaveAttribute('aria-pressed', 'true');
  });

  test('other tabs and restored pages follow a theme change, and it is applied before the first paint, without waiting for a script', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    const other = await context.newPage();
    await hideCookieBanner(other);
    await other.goto('/faq');
    await choice(other, 'Dark').click();
    await expect(choice(page, 'Dark')).toHaveAttribute('aria-pressed', 'true');
    expect(await background(page)).toBe(DARK);

    // As if the theme had been chosen while this page was in the back/forward cache, where no events of the storage reach it.
    await page.evaluate(() => {
      localStorage.setItem('theme', 'light');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(choice(page, 'Light')).toHaveAttribute('aria-pressed', 'true');
    expect(await background(page)).toBe(LIGHT);

    await choice(page, 'Dark').click();
    await page.route('**/assets/*.js', () => undefined);
    await page.goto('/news', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await background(page)).toBe(DARK);
  });
});
