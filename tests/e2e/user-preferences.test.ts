import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

test('with reduced motion nothing is animated and everything is opaque', { tag: '@scripts' }, async ({ page }) => {
  await hideCookieBanner(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/faq', '/nameserver-setup', '/events']) {
    await page.goto(path);
    const animations = () =>
      page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name));
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 1_500);
    await page.getByRole('main').getByRole('link').first().hover();
    expect(await animations(), path).toEqual([]);
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
    const transparentElements = await page
      .getByRole('main')
      .locator('*')
      .evaluateAll((all) => all.filter((element) => getComputedStyle(element).opacity !== '1').length);
    expect(transparentElements, path).toBe(0);
  }
});

test.describe('forced colours', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await hideCookieBanner(page);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  });

  test('buttons have borders, and the current category and theme are marked', async ({ page }) => {
    await page.goto('/news');
    for (const button of await page.locator('main a[data-variant]:not([data-variant=quiet])').all())
      await expect(button).toHaveCSS('border-style', 'solid');
    const categoryColour = (name: string) =>
      page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor);

    expect(await categoryColour('All')).not.toBe(await categoryColour('Payouts'));
    const themeColour = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await themeColour('System')).not.toBe(await themeColour('Dark'));
  });
});

test.describe('a late web font', { tag: '@scripts' }, () => {
  for (const width of [360, 1280] as const) {
    test(`causes no layout shift at ${width} pixels`, async ({ page }) => {
      await hideCookieBanner(page);
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        Object.assign(window, { shifts: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of ['/', '/faq', '/solutions']) {
        const release = await holdRequests(page, '**/*.woff2');
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        release();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');

        expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toBeLessThan(0.0005);
        await page.unroute('**/*.woff2');
      }
    });
  }
});
