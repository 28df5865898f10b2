import type { Locator } from '@playwright/test';
import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

test('with forced colours buttons have borders, and the current category and theme are marked', {
  tag: '@scripts',
}, async ({ page }) => {
  await hideCookieBanner(page);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/news');
  for (const button of await page.locator('main a[data-variant]:not([data-variant=quiet])').all())
    await expect(button).toHaveCSS('border-style', 'solid');
  const colourOf = (element: Locator) => element.evaluate((target) => getComputedStyle(target).backgroundColor);
  const category = (name: string) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });
  const theme = (name: string) => page.getByRole('button', { name, exact: true });

  expect(await colourOf(category('All'))).not.toBe(await colourOf(category('Payouts')));
  expect(await colourOf(theme('System'))).not.toBe(await colourOf(theme('Dark')));
});

test('a late web font causes no layout shift in narrow and wide windows', { tag: '@scripts' }, async ({ page }) => {
  await hideCookieBanner(page);
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [path, width] of [
    ['/', 360],
    ['/solutions', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const release = await holdRequests(page, '**/*.woff2');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    release();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');

    expect(await page.evaluate(() => Reflect.get(window, 'shifts')), `${path} at ${width} pixels`).toBeLessThan(0.0005);
    await page.unroute('**/*.woff2');
  }
});
