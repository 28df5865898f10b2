import type { Page } from '@playwright/test';
import { overflowOf, PAGES, STATES } from './accessibility-checks.ts';
import { expect, hideCookieBanner, test } from './site.ts';

/** Pointer targets smaller than 24 pixels, except links within a sentence (WCAG 2.2, 2.5.8). */
const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInSentence = (element: Element): boolean => {
      const words = element.closest('p, li, dd, td, figcaption, label');
      return (
        getComputedStyle(element).display === 'inline' &&
        (words?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
      );
    };
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !isInSentence(element))
      .flatMap((element) => {
        // The label of a checkbox or radio button is part of its target.
        const label = element.matches('[type="radio"], [type="checkbox"]') ? element.closest('label') : null;
        const { width, height } = (label ?? element).getBoundingClientRect();
        // One pixel: visually hidden until focused.
        if (width <= 1 || height <= 1 || (width >= 24 && height >= 24)) return [];
        return [`${element.outerHTML.slice(0, 120)} is ${Math.round(width)} × ${Math.round(height)}`];
      });
  });

test.describe('narrow windows and large text', { tag: '@scripts' }, () => {
  test.beforeEach(({ page }) => hideCookieBanner(page));

  test('at 320 pixels no page scrolls horizontally, and pointer targets are large enough', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of PAGES) {
      await page.goto(path);
      expect(await overflowOf(page), path).toEqual([]);
      expect(await smallTargetsOf(page), path).toEqual([]);
    }
  });

  test('with text at 200% no page scrolls horizontally', async ({ page }) => {
    for (const width of [360, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of PAGES) {
        await page.goto(path);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        expect(await overflowOf(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  test('with increased text spacing no text is clipped', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of PAGES) {
      await page.goto(path);
      const clipped = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
        );
        document.adoptedStyleSheets.push(sheet);
        const isVisuallyHiddenOrInput = (element: Element) =>
          element.clientWidth <= 1 || element.clientHeight <= 1 || element.matches('input');
        return [...document.body.querySelectorAll('*')]
          .filter(
            (element) =>
              !isVisuallyHiddenOrInput(element) && ['hidden', 'clip'].includes(getComputedStyle(element).overflowY),
          )
          .filter(
            ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
              scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
          )
          .map(({ tagName, className }) => `${tagName} ${className}`);
      });
      expect(clipped, path).toEqual([]);
      expect(await overflowOf(page), path).toEqual([]);
    }
  });
});

test.describe('a window of 1280 × 1024 pixels at 400% zoom', { tag: '@scripts' }, () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  test('no page scrolls horizontally, and sticky elements cover less than half of the window', async ({ page }) => {
    await hideCookieBanner(page);
    for (const path of PAGES) {
      await page.goto(path);
      expect(await overflowOf(page), path).toEqual([]);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
      const covered = await page.evaluate(() => {
        const isStuck = (element: Element | null): boolean =>
          element !== null &&
          (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
        const rows = Array.from({ length: innerHeight / 8 }, (_, row) => row * 8 + 4);
        return rows.filter((y) => isStuck(document.elementFromPoint(innerWidth / 2, y))).length / rows.length;
      });
      expect(covered, path).toBeLessThan(0.5);
    }
  });

  for (const { name, path, enter, hasCookieBanner, isOnPhone } of STATES) {
    test(`${name} does not overflow the window`, async ({ page }) => {
      if (!hasCookieBanner) await hideCookieBanner(page);
      await page.goto(path);
      await enter(page);

      expect(await overflowOf(page)).toEqual([]);
      if (!isOnPhone) return;
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last();
      await last.focus();
      await expect(last).toBeInViewport({ ratio: 1 });
    });
  }
});
