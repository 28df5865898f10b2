import type { Page } from '@playwright/test';
import { expect, keepCookieBoxAway, test } from './site.ts';

/** What the keyboard stands on: its name, whether it is marked, and whether something covers it. */
const focusedOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isCovered = [...element.getClientRects()].every(({ left, top, width, height }) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit === null || !(element.contains(hit) || hit.contains(element));
    });
    return {
      name: (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().split('\n')[0] ?? '',
      isMarked: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isCovered,
    };
  });

/** Every stop of the keyboard from the top of the page to its end. */
const walk = async (page: Page) => {
  const stops: NonNullable<Awaited<ReturnType<typeof focusedOf>>>[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focusedOf(page);
    if (stop === null || stops.length > 200) return stops;
    stops.push(stop);
  }
};

test.describe('the keyboard', { tag: '@scripts' }, () => {
  for (const path of ['/', '/faq', '/solutions', '/events/lane-markings-lisbon', '/privacy-policy']) {
    test(`walks through ${path} to its end, and every stop is marked and in sight`, async ({ page }) => {
      await keepCookieBoxAway(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      const stops = await walk(page);

      expect(stops.length).toBeGreaterThan(15);
      expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
      expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
      expect(stops.at(0)?.name).toMatch(/^Skip to/);
      expect(stops.at(-1)?.name).toBe('Dark');
    });
  }

  test('finds nothing hidden by the cookie box', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/imprint');
    await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
    const stops = await walk(page);

    expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
    expect(stops.map(({ name }) => name)).toEqual(expect.arrayContaining(['Accept', 'Reject', 'Manage preferences']));
  });

  test('opens the menu of a phone, goes through it and out again', async ({ page }) => {
    await keepCookieBoxAway(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('searches the FAQ and reads the first answer', async ({ page }) => {
    await keepCookieBoxAway(page);
    await page.goto('/faq');
    await page.getByRole('searchbox', { name: 'Search the FAQ' }).focus();
    await page.keyboard.type('payout');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/found\.$/);
    const first = page.getByRole('main').locator('details').first();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first.locator('summary')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(first).not.toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(first).toHaveAttribute('open');
  });

  test('reaches a topic from the index of the FAQ', async ({ page, isMobile }) => {
    await keepCookieBoxAway(page);
    await page.goto('/faq?q=payout');
    const topics = page.getByRole('navigation', { name: 'Topics' });
    await expect(topics).toBeVisible({ visible: !isMobile });
    if (isMobile) return;
    await topics.getByRole('link', { name: 'Payouts' }).press('Enter');

    await expect(page).toHaveURL(/\/faq#topic-\d+$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Payouts' })).toBeInViewport();
  });
});
