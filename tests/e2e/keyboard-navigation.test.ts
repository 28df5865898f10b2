import type { Page } from '@playwright/test';
import { triggerHydration } from '../support/page-weight.ts';
import { expect, hideCookieBanner, test } from './site.ts';

/** The focused element: its name, whether it has a visible focus indicator, whether it is covered, and its position. */
const focusedOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isHit = (x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    // Three points, because browsers scroll different parts of a tall text area or table into view. WCAG 2.2, 2.4.11 forbids
    // only elements that are covered entirely.
    const isCovered = [...element.getClientRects()].every(({ left, top, width, height }) => {
      const inset = Math.min(height / 2, 24);
      return [inset, height / 2, height - inset].every((offset) => !isHit(left + width / 2, top + offset));
    });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      name: (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().split('\n')[0] ?? '',
      hasFocusIndicator: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isCovered,
      box: { left, top: top + scrollY, right, bottom: bottom + scrollY },
    };
  });

type Stop = NonNullable<Awaited<ReturnType<typeof focusedOf>>>;

/** The tab stops of the page, at most 200. */
const listTabStops = async (page: Page): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focusedOf(page);
    if (stop === null || stops.length === 200) return stops;
    stops.push(stop);
  }
};

/** Pairs of tab stops that are out of reading order: the second is above the first, but not in a column to its right. */
const listJumps = (stops: readonly Stop[]): string[] =>
  stops.slice(1).flatMap((next, index) => {
    const before = stops[index];
    const isJump = before && next.box.bottom <= before.box.top && next.box.left < before.box.right;
    return isJump ? [`${before.name} → ${next.name}`] : [];
  });

test.describe('keyboard navigation', { tag: '@scripts' }, () => {
  for (const path of [
    '/',
    '/faq',
    '/events/lane-markings-lisbon',
    '/contact',
    '/RSOC-for-domains-application',
    '/nameserver-setup',
  ]) {
    test(`the tab order of ${path} is the reading order, and every tab stop is visible and shows its focus`, {
      // In one column the facts of an event are above its description.
      tag: path.startsWith('/events/') ? '@phone' : [],
    }, async ({ page }) => {
      await hideCookieBanner(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      // Hydration shows the steps of a form, which move the elements below them.
      await triggerHydration(page);
      const stops = await listTabStops(page);

      expect(stops.length).toBeGreaterThan(12);
      expect(stops.filter(({ hasFocusIndicator }) => !hasFocusIndicator)).toEqual([]);
      expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
      expect(listJumps(stops)).toEqual([]);
      expect(stops.at(0)?.name).toMatch(/^Skip to/);
      expect(stops.at(-1)?.name).toBe('Dark');
    });
  }

  for (const [name, width, height] of [
    ['on a desktop', 1280, 720],
    // A window of 1280 × 1024 pixels.
    ['at 400% zoom', 320, 256],
  ] as const) {
    test(`the cookie banner covers no focused element ${name}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.goto('/imprint');
      await expect(page.locator('#cookie-box')).toHaveCSS('opacity', '1');
      const stops = await listTabStops(page);

      expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
      expect(stops.map((stop) => stop.name)).toEqual(
        expect.arrayContaining(['Accept', 'Reject', 'Manage preferences']),
      );
    });
  }
});
