import { COLOUR_RULES, listViolations, overflowOf, setFontSize } from './page-checks.ts';
import { expect, hideCookieBanner, test } from './site.ts';
import { PHONE, STATES } from './states.ts';

/** A window of 1280 × 1024 pixels at 400% zoom. */
const ZOOMED = { width: 320, height: 256 } as const;

test.describe('state', { tag: '@scripts' }, () => {
  for (const { name, path, enter, hasCookieBanner, isOnPhone } of STATES) {
    // One visit for all checks, because entering the state takes most of the time.
    test(`${name} is accessible in both themes, and fits with text at 200% and at 400% zoom`, async ({ page }) => {
      if (!hasCookieBanner) await hideCookieBanner(page);
      if (isOnPhone) await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(path);
      await enter(page);

      expect.soft(await listViolations(page), 'light theme').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await listViolations(page, { only: COLOUR_RULES }), 'dark theme').toEqual([]);

      await page.emulateMedia({ colorScheme: 'light' });
      await setFontSize(page, '200%');
      await page.setViewportSize(PHONE);
      expect.soft(await overflowOf(page), 'text at 200% on a phone').toEqual([]);
      if (isOnPhone) await page.getByRole('button', { name: 'Close' }).click({ trial: true, timeout: 5_000 });

      await setFontSize(page, '');
      await page.setViewportSize(ZOOMED);
      expect.soft(await overflowOf(page), '400% zoom').toEqual([]);
      if (!isOnPhone) return;
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last();
      await last.focus();
      await expect.soft(last, '400% zoom').toBeInViewport({ ratio: 1 });
    });
  }
});
