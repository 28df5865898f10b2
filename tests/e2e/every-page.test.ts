import type { Page } from '@playwright/test';
import { CONSENT_COOKIE, triggerHydration, weigh } from '../support/page-weight.ts';
import {
  animationsOf,
  COLOUR_RULES,
  clippedTextsOf,
  coveredShareOf,
  cutOffElementsOf,
  increaseTextSpacing,
  listViolations,
  overflowOf,
  setFontSize,
  smallTargetsOf,
} from './page-checks.ts';
import { PAGES } from './pages.ts';
import { expect, renderAllSections, test } from './site.ts';

const KB = 1_024;
/** The limits below are bytes after Brotli, which every supported browser accepts, summed over all requests. */
const SCRIPTS = 2.9 * KB;
/** Without the code for the first use of a component, which is loaded later. */
const SCRIPTS_OF_HYDRATION = 87 * KB;
/** Of which the tool of a page takes at most so much. */
const SCRIPTS_OF_TOOL = 3 * KB;
const TOOLS = new Map([
  ['/nameserver-setup', /\/(?:domain-check|use-copy|form)-/],
  ['/solutions', /\/(?:for-sale-builder|host-name|use-copy|form)-/],
]);
const STYLES = 15.75 * KB;
const DOCUMENT = 20 * KB;

/** The form components have style sheets of their own. */
const FORMS = new Set(['/contact', '/RSOC-for-domains-application']);
const ERROR = '/no-such-page';
/** Colours and print styles belong to blocks and to the layout, so some pages stand for all. */
const CHECKED_WITH_MORE_CONTRAST = new Set(['/', '/faq', '/news', '/RSOC-for-domains-application', ERROR]);
const CHECKED_IN_PRINT = new Set(['/', '/solutions', '/nameserver-setup', '/what-a-for-sale-banner-costs']);

const WINDOWS = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;
/** The content area of an A4 page in CSS pixels. */
const A4 = { width: 672, height: 994 } as const;
/** The share by which the estimated height of a page may differ from the real one (docs/decisions/0039). */
const MAX_ERROR = 0.2;

/** The height of the page once it stays the same for five frames: sections that come near when the window changes are laid out up to three frames later. */
const heightOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { documentElement: root } = document;
    let height = -1;
    while (height !== root.scrollHeight) {
      height = root.scrollHeight;
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    }
    return height;
  });

const heightsOf = async (page: Page): Promise<number[]> => {
  const heights = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    heights.push(await heightOf(page));
  }
  return heights;
};

test.describe('page', { tag: '@scripts' }, () => {
  for (const path of PAGES) {
    /*
     * One visit that answers all questions about the page, because loading it takes most of the time. Soft assertions name each
     * question that has the wrong answer. The order matters: what is rendered, scrolled to or hydrated once stays so.
     */
    test(`${path} is light, accessible and readable at any size`, { tag: '@on-intent' }, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ ...CONSENT_COOKIE, url: baseURL ?? '' }]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize(WINDOWS[0]);
      const readWeight = weigh(page);
      await page.goto(path);

      const weight = await readWeight();
      expect.soft(weight.script, 'scripts').toBeLessThanOrEqual(SCRIPTS);
      expect.soft(weight.stylesheet, 'styles').toBeLessThanOrEqual(STYLES);
      expect.soft(weight.document, 'document').toBeLessThanOrEqual(DOCUMENT);
      const html = await (await page.request.get(path)).text();
      expect.soft(html, 'RSC payload in the document').not.toContain('__FLIGHT_DATA');
      expect.soft(html, 'preloaded modules').not.toContain('modulepreload');
      expect.soft(html.match(/<link rel="preload"[^>]*as="font"/g), 'preloaded fonts').toHaveLength(1);
      if (!FORMS.has(path)) {
        const sheets = html.match(/<link[^>]*data-precedence/g);
        expect.soft(sheets, 'style sheets before the first paint').toHaveLength(1);
      }
      if (path !== ERROR) {
        const payload = await page.request.get(/data-payload="([^"]+)"/.exec(html)?.[1] ?? '');
        const links = (await payload.text()).match(/css:\/assets\/style-/g);
        expect.soft(links, 'links to the style sheet in the payload').toHaveLength(1);
      }

      const estimated = await heightsOf(page);
      await renderAllSections(page);
      for (const [index, real] of (await heightsOf(page)).entries()) {
        const difference = Math.abs((estimated[index] ?? 0) / real - 1);
        expect.soft(difference, `reserved height at ${WINDOWS[index]?.width} pixels`).toBeLessThan(MAX_ERROR);
      }

      expect.soft(await animationsOf(page), 'moving or transparent with reduced motion').toEqual([]);
      expect.soft(await listViolations(page), 'light theme').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await listViolations(page, { only: COLOUR_RULES }), 'dark theme').toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      if (CHECKED_WITH_MORE_CONTRAST.has(path)) {
        await page.emulateMedia({ contrast: 'more' });
        expect.soft(await listViolations(page, { only: ['color-contrast-enhanced'] }), 'more contrast').toEqual([]);
        await page.emulateMedia({ contrast: 'no-preference' });
      }
      if (CHECKED_IN_PRINT.has(path) || path.startsWith('/events/')) {
        await page.setViewportSize(A4);
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        expect.soft(await listViolations(page, { only: COLOUR_RULES }), 'printed').toEqual([]);
        expect.soft(await cutOffElementsOf(page), 'printed').toEqual([]);
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
      }

      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await overflowOf(page), 'overflow at 320 pixels').toEqual([]);
      expect.soft(await smallTargetsOf(page), 'small targets at 320 pixels').toEqual([]);
      await setFontSize(page, '200%');
      for (const width of [360, 640, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overflowOf(page), `text at 200%, ${width} pixels`).toEqual([]);
      }
      await setFontSize(page, '');
      await page.setViewportSize({ width: 360, height: 740 });
      await increaseTextSpacing(page);
      expect.soft(await clippedTextsOf(page), 'clipped texts with increased spacing').toEqual([]);
      expect.soft(await overflowOf(page), 'overflow with increased spacing').toEqual([]);

      // A window of 1280 × 1024 pixels at 400%. This check scrolls, which hydrates the page.
      await page.setViewportSize({ width: 320, height: 256 });
      expect.soft(await coveredShareOf(page), 'covered at 400% zoom').toBeLessThan(0.5);
      if (path === ERROR) return;
      await triggerHydration(page);
      await page.getByRole('main').getByRole('link').first().hover();
      expect.soft(await animationsOf(page), 'moving or transparent with reduced motion, hydrated').toEqual([]);
      const hydrationChunks = /data-chunks="(?<urls>[^"]+)"/.exec(html)?.groups?.urls ?? '';
      expect.soft(hydrationChunks).toContain('/react-');
      const { script } = await readWeight((url) => hydrationChunks.includes(new URL(url).pathname.slice(1)));
      expect.soft(script, 'scripts of the hydration').toBeGreaterThan(SCRIPTS);
      expect.soft(script, 'scripts of the hydration').toBeLessThanOrEqual(SCRIPTS_OF_HYDRATION);
      const tool = TOOLS.get(path);
      if (tool === undefined) return;
      const { script: ofTool } = await readWeight((url) => tool.test(url));
      expect.soft(ofTool, 'scripts of the tool').toBeGreaterThan(0);
      expect.soft(ofTool, 'scripts of the tool').toBeLessThanOrEqual(SCRIPTS_OF_TOOL);
    });
  }
});
