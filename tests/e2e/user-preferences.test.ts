import type { Locator } from '@playwright/test';
import { recordLayoutShifts, setFontSize } from './page-checks.ts';
import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

test('with forced colours buttons and switches have borders, and the current category, theme and choices are marked', {
  tag: '@scripts',
}, async ({ page }) => {
  await hideCookieBanner(page);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/news');
  for (const button of await page.locator('main a[data-variant]:not([data-variant=quiet])').all())
    await expect(button).toHaveCSS('border-style', 'solid');
  const colourOf = (element: Locator) => element.evaluate((target) => getComputedStyle(target).backgroundColor);
  const category = (name: string) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });
  const theme = (name: string) => page.getByRole('button', { name, exact: true });

  expect(await colourOf(category('All'))).not.toBe(await colourOf(category('Payouts')));
  expect(await colourOf(theme('System'))).not.toBe(await colourOf(theme('Dark')));

  await page.getByRole('link', { name: 'Cookie settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  const colourOfText = await dialog.evaluate((element) => getComputedStyle(element).color);
  for (const element of await dialog.locator('.toggle__icon').all())
    await expect(element).toHaveCSS('outline-style', 'solid');
  for (const sign of await dialog.locator('.toggle__icon svg').all())
    await expect(sign).toHaveCSS('stroke', colourOfText);
});

test('a late web font causes no layout shift in narrow and wide windows', { tag: '@scripts' }, async ({ page }) => {
  await hideCookieBanner(page);
  const readShifts = await recordLayoutShifts(page);
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

    expect(await readShifts(), `${path} at ${width} pixels`).toBeLessThan(0.0005);
    await page.unroute('**/*.woff2');
  }
});

test('with text at 200% on a phone, the FAQ search, buttons and the ticket have space for words, and the lightbox for its controls', {
  tag: '@scripts',
}, async ({ page }) => {
  const sizeOf = async (element: Locator): Promise<{ width: number; height: number }> =>
    (await element.boundingBox()) ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 360, height: 740 });

  await page.goto('/faq');
  await setFontSize(page, '200%');
  expect((await sizeOf(page.getByRole('searchbox'))).width).toBeGreaterThan(200);
  const button = page.getByRole('main').getByRole('link', { name: 'Open an account' });
  expect((await sizeOf(button)).height).toBeLessThan(300);

  await page.goto('/RSOC-for-domains-application');
  await setFontSize(page, '200%');
  const condition = page.getByText('original articles per domain, by you or us', { exact: true });
  expect((await sizeOf(condition)).width).toBeGreaterThan(150);

  await page.goto('/about-us');
  await setFontSize(page, '200%');
  await page.locator('[data-gallery-item]').first().click();
  const dialog = page.getByRole('dialog', { name: 'Pictures', exact: true });
  for (const name of ['Zoom out', 'Close'])
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('on a phone no field has letters of less than 16 pixels, for which iPhones zoom into the page', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/contact', '/RSOC-for-domains-application', '/faq', '/nameserver-setup', '/domain-list-check']) {
    await page.goto(path);
    const sizes = await page
      .locator('input:not([type=radio], [type=checkbox]), select, textarea')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));

    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
  }
});
