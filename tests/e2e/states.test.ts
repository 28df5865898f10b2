import { COLOUR_RULES, listViolations, overflowOf, setFontSize } from './page-checks.ts';
import { expect, hideCookieBanner, test } from './site.ts';
import { PHONE, VISITS } from './states.ts';

/** A window of 1280 × 1024 pixels at 400% zoom. */
const ZOOMED = { width: 320, height: 256 } as const;
const DESKTOP = { width: 1280, height: 720 } as const;

test.describe('state', { tag: '@scripts' }, () => {
  for (const { path, states, hasCookieBanner, isOnPhone } of VISITS) {
    const names = states.map(({ name }) => name).join(' and ');
    // One visit for all checks, because entering the state takes most of the time.
    test(`${names}: accessible in both themes, and fits with text at 200% and at 400% zoom`, async ({ page }) => {
      if (!hasCookieBanner) await hideCookieBanner(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(isOnPhone ? PHONE : DESKTOP);
      await page.goto(path);
      for (const { name, enter } of states) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(isOnPhone ? PHONE : DESKTOP);
        await enter(page);
        expect.soft(await listViolations(page), `${name}, light theme`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await listViolations(page, { only: COLOUR_RULES }), `${name}, dark theme`).toEqual([]);

        await setFontSize(page, '200%');
        await page.setViewportSize(PHONE);
        expect.soft(await overflowOf(page), `${name}, text at 200% on a phone`).toEqual([]);
        if (isOnPhone) await page.getByRole('button', { name: 'Close' }).click({ trial: true, timeout: 5_000 });
        await setFontSize(page, '');
        await page.setViewportSize(ZOOMED);
        expect.soft(await overflowOf(page), `${name}, 400% zoom`).toEqual([]);
      }
      if (!isOnPhone) return;
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last();
      await last.focus();
      await expect.soft(last, '400% zoom').toBeInViewport({ ratio: 1 });
    });
  }
});
