import type { Page } from '@playwright/test';
import { expect, gotoForPrint, hideCookieBanner, test } from './site.ts';

/** The content area of an A4 page in CSS pixels. */
const A4 = { width: 672, height: 994 } as const;

/** Expects at most a quarter more sheets than the content fills: what is not split across sheets leaves space at their ends. */
const expectFewSheets = async (page: Page): Promise<void> => {
  const length = await page.evaluate(() => document.body.scrollHeight);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(1);
  expect(sheets).toBeLessThanOrEqual(Math.ceil((length / A4.height) * 1.25));
};

test.describe('a printed page', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await hideCookieBanner(page);
    await page.setViewportSize(A4);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  });

  test('shows all answers and no controls, on few sheets', async ({ page }) => {
    await gotoForPrint(page, '/faq');
    const entries = page.locator('details');
    await expect(entries.first()).toHaveAttribute('open');
    const closed = page.locator('details:not([open])');
    expect(await closed.count()).toBeGreaterThan(20);

    const hidden = await closed
      .locator('[id^=faq-] > div')
      .evaluateAll((answers) =>
        answers
          .filter(
            (answer) =>
              !answer.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) ||
              answer.getBoundingClientRect().height <= 20,
          )
          .map(({ textContent }) => textContent),
      );
    expect(hidden).toEqual([]);
    const controls = page.locator('button, nav, input, a[data-variant]');
    expect(await controls.count()).toBeGreaterThan(0);
    await expect(controls.filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expectFewSheets(page);

    await gotoForPrint(page, '/what-a-for-sale-banner-costs');
    await expectFewSheets(page);
  });

  test('has no light text, because its background is not printed', async ({ page }) => {
    await gotoForPrint(page, '/RSOC-for-domains-application');
    const texts = page
      .locator(':is(header, main) :is(span, p, a, h1, h2, h3)')
      .filter({ visible: true, hasText: /\S/ });
    expect(await texts.count()).toBeGreaterThan(20);

    const light = await texts.evaluateAll((elements) =>
      elements
        .filter((element) => /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/.test(getComputedStyle(element).color))
        .map(({ textContent }) => textContent),
    );
    expect(light).toEqual([]);
  });
});
