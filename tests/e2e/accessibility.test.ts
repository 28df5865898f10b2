import type { Page } from '@playwright/test';
import { COLOUR_RULES, listViolations, PAGES, PHONE, STATES } from './accessibility-checks.ts';
import { expect, gotoForPrint, hideCookieBanner, test } from './site.ts';

/** Checks the light theme against all rules, and the dark theme only against those that depend on colours. */
const expectAccessible = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await listViolations(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listViolations(page, { only: COLOUR_RULES }), 'dark').toEqual([]);
};

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }));

test.describe('page', { tag: '@scripts' }, () => {
  for (const path of PAGES) {
    test(`${path} is accessible in both themes`, async ({ page }) => {
      await hideCookieBanner(page);
      await page.goto(path);

      await expectAccessible(page);
    });
  }
});

test.describe('state', { tag: '@scripts' }, () => {
  for (const { name, path, enter, hasCookieBanner, isOnPhone } of STATES) {
    test(`${name} is accessible in both themes, with text at 200% and with forced colours`, async ({ page }) => {
      if (!hasCookieBanner) await hideCookieBanner(page);
      if (isOnPhone) await page.setViewportSize(PHONE);
      await page.goto(path);
      await enter(page);

      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      // Contrast cannot be checked: computed colours are still those of the site.
      expect(await listViolations(page, { except: ['color-contrast'] }), 'forced colours').toEqual([]);
      await page.emulateMedia({ forcedColors: 'none' });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await listViolations(page), 'text at 200%').toEqual([]);
    });
  }
});

test('printed pages are accessible', { tag: '@scripts' }, async ({ page }) => {
  await hideCookieBanner(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/solutions', '/nameserver-setup', '/what-a-for-sale-banner-costs']) {
    await gotoForPrint(page, path);
    expect(await listViolations(page), path).toEqual([]);
  }
});
