import type { Page } from '@playwright/test';
import { triggerHydration } from '../support/page-weight.ts';
import { recordLayoutShifts } from './page-checks.ts';
import { expect, hideCookieBanner, test } from './site.ts';

const PHONE = { width: 360, height: 800 } as const;
const DESKTOP = { width: 1280, height: 800 } as const;

/** A section and an entry of the FAQ, each far down its page. */
const TARGETS = [
  ['/', 'testimonials', PHONE],
  ['/faq', 'faq-130', DESKTOP],
] as const;

/** Scrolls the page from top to bottom, half a window at a time. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      await nextFrame();
      await nextFrame();
    }
  });

const topOf = (page: Page, id: string): Promise<number> =>
  page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN), id);

test.beforeEach(({ page }) => hideCookieBanner(page));

test.describe('sections outside the window', { tag: '@scripts' }, () => {
  test('are not rendered at first, do not shift the layout when they are, and a reload restores the scroll position', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    const readShifts = await recordLayoutShifts(page);
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));

    const isRendered = () =>
      page
        .locator('footer p')
        .last()
        .evaluate((text) => text.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isRendered()).toBe(false);
    await scrollThrough(page);
    await expect.poll(isRendered).toBe(true);
    expect(await readShifts()).toBe(0);

    const heading = page.getByRole('region', { name: 'Earn, organize, sell' }).getByRole('heading', { level: 2 });
    await heading.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }));
    const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await page.reload();
    await expect.poll(top, 'after a reload').toBe(before);
  });

  for (const [path, id, window] of TARGETS) {
    test(`${path}#${id} scrolls to its target, also with smooth scrolling and hydrated`, async ({ page }) => {
      await page.setViewportSize(window);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${path}#${id}`);
      const expected = await topOf(page, id);
      expect(expected).toBeGreaterThan(0);
      expect(expected).toBeLessThan(window.height / 2);

      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const pressLink = () =>
        page.evaluate((id) => {
          const link = document.createElement('a');
          link.href = `#${id}`;
          document.body.append(link);
          link.click();
        }, id);
      await page.goto(path);
      await pressLink();
      await expect.poll(() => topOf(page, id)).toBe(expected);

      await page.goto(path);
      await triggerHydration(page);
      await pressLink();
      await expect.poll(() => topOf(page, id), 'hydrated').toBe(expected);
    });
  }
});
