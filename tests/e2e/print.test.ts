import { expect, gotoForPrint, hideCookieBanner, test } from './site.ts';

/** The content area of an A4 page in CSS pixels. */
const A4 = { width: 672, height: 994 } as const;

test.describe('a printed page', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await hideCookieBanner(page);
    await page.setViewportSize(A4);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  });

  test('shows all answers and no controls', async ({ page }) => {
    await gotoForPrint(page, '/faq');
    const entries = page.locator('details');
    await expect(entries.first()).toHaveAttribute('open');
    const closed = page.locator('details:not([open])');
    expect(await closed.count()).toBeGreaterThan(20);

    for (const answer of await closed.locator('[id^=faq-] > div').all()) {
      const { isVisible, height } = await answer.evaluate((element) => ({
        isVisible: element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
        height: element.getBoundingClientRect().height,
      }));
      expect(isVisible, await answer.innerText()).toBe(true);
      expect(height).toBeGreaterThan(20);
    }
    for (const control of await page.locator('button, nav, input, a[data-variant]').all())
      await expect(control).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  test('does not clip content at its right edge', async ({ page }) => {
    for (const path of ['/', '/solutions', '/privacy-policy', '/events/registrar-row-vienna']) {
      await gotoForPrint(page, path);
      const clipped = await page
        .getByRole('main')
        .locator('p, li, table, figure, blockquote, img')
        .evaluateAll(
          (all, width) => all.filter((element) => element.getBoundingClientRect().right > width + 1).length,
          A4.width,
        );
      expect(clipped, path).toBe(0);
    }
  });

  test('takes at most a quarter more pages than its content fills', async ({ page }) => {
    for (const path of ['/what-a-for-sale-banner-costs', '/faq']) {
      await gotoForPrint(page, path);
      const length = await page.evaluate(() => document.body.scrollHeight);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages, path).toBeGreaterThan(1);
      // Headlines, tables and images that are not split across pages leave space at the end of some pages.
      expect(pages, path).toBeLessThanOrEqual(Math.ceil((length / A4.height) * 1.25));
    }
  });
});

test('the print style sheet is applied without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/faq');

  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeHidden();
  await page.waitForLoadState('networkidle');
  await context.close();
});
