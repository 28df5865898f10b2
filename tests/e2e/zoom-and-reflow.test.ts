import type { Page } from '@playwright/test';
import { overflowOf, PAGES, PHONE, STATES } from './accessibility-checks.ts';
import { expect, hideCookieBanner, renderAllSections, test } from './site.ts';

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
        // Elements of one pixel are visually hidden until they are focused.
        if (width <= 1 || height <= 1 || (width >= 24 && height >= 24)) return [];
        return [`${element.outerHTML.slice(0, 120)} is ${Math.round(width)} × ${Math.round(height)}`];
      });
  });

/** Elements whose text is cut off by their own box. */
const clippedTextsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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

/** The share of the window's height that sticky and fixed elements cover in the middle of the page. */
const coveredShareOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const isStuck = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
    const rows = Array.from({ length: innerHeight / 8 }, (_, row) => row * 8 + 4);
    return rows.filter((y) => isStuck(document.elementFromPoint(innerWidth / 2, y))).length / rows.length;
  });

const setFontSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

/** Spacing that a reader may set without losing text (WCAG 2.2, 1.4.12). */
const increaseTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

test.describe('page', { tag: '@scripts' }, () => {
  for (const path of PAGES) {
    // One visit for all checks, because loading the page takes most of the time.
    test(`${path} reflows in narrow windows, with large text, with increased spacing and at 400% zoom`, async ({
      page,
    }) => {
      await hideCookieBanner(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      await renderAllSections(page);
      expect(await overflowOf(page), 'at 320 pixels').toEqual([]);
      expect(await smallTargetsOf(page), 'at 320 pixels').toEqual([]);

      await setFontSize(page, '200%');
      for (const width of [360, 640, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowOf(page), `text at 200%, ${width} pixels`).toEqual([]);
      }

      await setFontSize(page, '');
      await page.setViewportSize({ width: 360, height: 740 });
      await increaseTextSpacing(page);
      expect(await clippedTextsOf(page), 'increased spacing').toEqual([]);
      expect(await overflowOf(page), 'increased spacing').toEqual([]);

      // A window of 1280 × 1024 pixels at 400%. This check is the last one, because it scrolls, which hydrates the page.
      await page.setViewportSize({ width: 320, height: 256 });
      expect(await coveredShareOf(page), 'at 400% zoom').toBeLessThan(0.5);
    });
  }
});

test.describe('state', { tag: '@scripts' }, () => {
  // A window of 1280 × 1024 pixels at 400% zoom.
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  for (const { name, path, enter, hasCookieBanner, isOnPhone } of STATES) {
    test(`${name} does not overflow the window at 400% zoom`, async ({ page }) => {
      if (!hasCookieBanner) await hideCookieBanner(page);
      await page.goto(path);
      await enter(page);

      expect(await overflowOf(page)).toEqual([]);
      if (!isOnPhone) return;
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last();
      await last.focus();
      await expect(last).toBeInViewport({ ratio: 1 });
    });

    test(`${name} does not overflow a narrow window with text at 200%`, async ({ page }) => {
      await page.setViewportSize(PHONE);
      if (!hasCookieBanner) await hideCookieBanner(page);
      await page.goto(path);
      await enter(page);
      await setFontSize(page, '200%');

      expect(await overflowOf(page)).toEqual([]);
    });
  }
});
