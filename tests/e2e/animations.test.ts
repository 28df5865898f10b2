import type { Page } from '@playwright/test';
import { triggerHydration } from '../support/page-weight.ts';
import { expect, hideCookieBanner, test } from './site.ts';

/** The indices of the stacked cards that are not dimmed. */
const undimmedCards = (page: Page): Promise<number[]> =>
  page
    .getByRole('region', { name: /^Discover the/ })
    .locator('ol > li[id]')
    .evaluateAll((cards) =>
      cards.flatMap((card, index) => {
        const body = card.lastElementChild ?? card;
        return Number(getComputedStyle(body).opacity) > 0.8 ? [index] : [];
      }),
    );

test.beforeEach(({ page }) => hideCookieBanner(page));

test.describe('on the home page', { tag: '@scripts' }, () => {
  test('all stacked cards but the one in view are dimmed while scrolling, and a card glows at the pointer, but not with reduced motion', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const isHydratedBefore of [false, true]) {
      await page.goto('/');
      if (isHydratedBefore) await triggerHydration(page);
      const list = page.getByRole('region', { name: /^Discover the/ }).locator('ol:has(> li[id])');
      const height = await list.evaluate((element) => element.getBoundingClientRect().height);
      const seen = new Set<number>();

      for (let offset = -200; offset < height - 100; offset += 90) {
        const scrollAndList = async (): Promise<number[]> => {
          // Relative to the list, and each time, because the list moves when the sections above it are rendered.
          await list.evaluate((element, by) => {
            scrollTo({ top: element.getBoundingClientRect().top + scrollY + by, behavior: 'instant' });
          }, offset);
          return undimmedCards(page);
        };
        await expect.poll(scrollAndList, `at ${offset}`).toHaveLength(1);
        for (const index of await undimmedCards(page)) seen.add(index);
      }
      expect([...seen], isHydratedBefore ? 'hydrated at its top' : 'hydrated by scrolling').toEqual([0, 1]);
    }

    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await undimmedCards(page)).toEqual([0, 1]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });

    const card = page.getByRole('region', { name: 'Earn, organize, sell' }).locator('div:has(> div > h3)').first();
    const glowOpacity = () => card.evaluate((element) => getComputedStyle(element, '::after').opacity);
    await card.scrollIntoViewIfNeeded();
    await card.hover({ position: { x: 40, y: 40 } });
    await card.hover({ position: { x: 80, y: 30 } });
    await expect.poll(glowOpacity).toBe('1');
    await expect.poll(() => card.evaluate((element) => element.style.getPropertyValue('--glow-x'))).toMatch(/^\d/);

    await page.getByRole('banner').hover();
    await expect.poll(glowOpacity).toBe('0');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await card.hover();
    expect(await glowOpacity()).toBe('0');
  });

  test('each of several quick presses scrolls the testimonials by one', async ({ page }) => {
    await page.goto('/');
    await triggerHydration(page);
    const next = page.getByRole('button', { name: 'Next testimonial' });
    const list = page.locator(`#${await next.getAttribute('aria-controls')}`);
    /** How many pixels an item is beside the place of the first item. */
    const distanceOf = (index: number) =>
      list.evaluate((element, at) => {
        const { paddingInlineStart } = getComputedStyle(element);
        const { left } = element.getBoundingClientRect();
        const start = element.children[at]?.getBoundingClientRect().left ?? Number.NaN;
        return Math.round(Math.abs(start - left - Number.parseFloat(paddingInlineStart)));
      }, index);
    await next.scrollIntoViewIfNeeded();
    expect(await distanceOf(0)).toBe(0);
    await list.evaluate((element) => {
      const [, button] = document.querySelectorAll<HTMLElement>(`[aria-controls="${element.id}"]`);
      button?.click();
      button?.click();
    });
    await expect.poll(() => distanceOf(2)).toBe(0);
    await page.getByRole('button', { name: 'Previous testimonial' }).click();
    await expect.poll(() => distanceOf(1)).toBe(0);
  });
});
