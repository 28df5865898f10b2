import { expect, gotoForPrint, hideCookieBanner, test } from './site.ts';

/** An A4 sheet within its margins, in CSS pixels. */
const SHEET = { width: 672, height: 994 } as const;

test.describe('a page on paper', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await hideCookieBanner(page);
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  });

  test('shows every answer, and nothing that is pressed', async ({ page }) => {
    await gotoForPrint(page, '/faq');
    const entries = page.locator('details');
    await expect(entries.first()).toHaveAttribute('open');
    const closed = page.locator('details:not([open])');
    expect(await closed.count()).toBeGreaterThan(20);

    for (const answer of await closed.locator('[id^=faq-] > div').all()) {
      const shown = await answer.evaluate((words) => ({
        isVisible: words.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
        height: words.getBoundingClientRect().height,
      }));
      expect(shown.isVisible, await answer.innerText()).toBe(true);
      expect(shown.height).toBeGreaterThan(20);
    }
    for (const pressed of await page.locator('button, nav, input, a[data-variant]').all())
      await expect(pressed).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  test('cuts nothing off at its edge', async ({ page }) => {
    for (const path of ['/', '/solutions', '/privacy-policy', '/events/registrar-row-vienna']) {
      await gotoForPrint(page, path);
      const cut = await page
        .getByRole('main')
        .locator('p, li, table, figure, blockquote, img')
        .evaluateAll(
          (all, width) => all.filter((one) => one.getBoundingClientRect().right > width + 1).length,
          SHEET.width,
        );
      expect(cut, path).toBe(0);
    }
  });

  test('leaves no sheet empty', async ({ page }) => {
    for (const path of ['/what-a-for-sale-banner-costs', '/faq']) {
      await gotoForPrint(page, path);
      const length = await page.evaluate(() => document.body.scrollHeight);
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      const sheets = paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(sheets, path).toBeGreaterThan(1);
      // Headlines, tables and pictures that stay whole leave some sheets shorter, none of them empty.
      expect(sheets, path).toBeLessThanOrEqual(Math.ceil((length / SHEET.height) * 1.25));
    }
  });
});

for (const javaScriptEnabled of [true, false]) {
  test(`paper has its own sheet ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled });
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto('/faq');

    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeHidden();
    await page.waitForLoadState('networkidle');
    await context.close();
  });
}
