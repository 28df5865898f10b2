import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { renderAllSections } from './site.ts';

/** Rules whose result depends on the theme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/** Violations of WCAG 2.2 AA and axe's best practices, or only of the rules in `only`, each as rule and selector. */
export const listViolations = async (
  page: Page,
  { only }: { readonly only?: readonly string[] } = {},
): Promise<string[]> => {
  await renderAllSections(page);
  // Both options together make the check twice as fast. The legacy mode does not open a blank page to merge the results of
  // cross-origin frames. `resultTypes` leaves out the successful checks.
  // Compiling axe takes a third of a check, so the second check of a page uses what the first one has injected.
  const isInjected = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isInjected ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (only) axe.withRules([...only]);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** The elements that make the page wider than the viewport, each as tag and class names. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isClipped = (element: Element): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      return false;
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element))
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });

/** Pointer targets smaller than 24 pixels, except links within a sentence (WCAG 2.2, 2.5.8). */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
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
export const clippedTextsOf = (page: Page): Promise<string[]> =>
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
export const coveredShareOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const isStuck = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
    const rows = Array.from({ length: innerHeight / 8 }, (_, row) => row * 8 + 4);
    return rows.filter((y) => isStuck(document.elementFromPoint(innerWidth / 2, y))).length / rows.length;
  });

/** Records from now on by how much the layout of each page shifts. Returns a function that reads the sum of the current page. */
export const recordLayoutShifts = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shifts'));
};

/** Running animations, and elements that are not opaque. */
export const animationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document.getAnimations().map((animation) => animation.constructor.name),
    ...[...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).opacity !== '1')
      .map(({ tagName, className }) => `${tagName} ${className}`),
  ]);

/** Elements that reach beyond the right edge of the page, even if a box around them hides that part. */
export const cutOffElementsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(p, li, table, figure, blockquote, img)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );

export const setFontSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

/** Spacing that a reader may set without losing text (WCAG 2.2, 1.4.12). */
export const increaseTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
