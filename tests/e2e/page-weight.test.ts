import { CONSENT_COOKIE, triggerHydration, weigh } from '../support/page-weight.ts';
import { PAGES } from './accessibility-checks.ts';
import { expect, test } from './site.ts';

const KB = 1_024;
/** After gzip, all requests together. */
const FIRST_SCRIPTS = 12 * KB;
const SCRIPTS_AFTER_A_CHOICE = 3 * KB;
const SCRIPTS_WITH_REACT = 96 * KB;
/** Validation, results and proof of work: loaded when a visitor begins to fill in a form. */
const FILLING_IN = 20 * KB;
const STYLES = 17.5 * KB;
const DOCUMENT = 24 * KB;

const IS_ERROR = /no-such-page/;

test.describe('the weight of a page', { tag: '@scripts' }, () => {
  for (const path of PAGES) {
    test(`${path} keeps within its budget`, { tag: '@on-intent' }, async ({ page, context, baseURL }) => {
      const stop = weigh(page);
      await page.goto(path);
      await page.locator('#cookie-box').waitFor();
      const first = await stop();
      expect(first.script.bytes, 'scripts of a first visit').toBeLessThanOrEqual(FIRST_SCRIPTS);

      await context.addCookies([{ ...CONSENT_COOKIE, url: baseURL ?? '' }]);
      const next = await context.newPage();
      const stopNext = weigh(next);
      await next.goto(path);
      const chosen = await stopNext();
      expect(chosen.script.bytes, 'scripts after a choice').toBeLessThanOrEqual(SCRIPTS_AFTER_A_CHOICE);
      expect(chosen.stylesheet.bytes, 'styles').toBeLessThanOrEqual(STYLES);
      const html = await (await next.request.get(path)).text();
      expect(html, 'the payload is not in the document').not.toContain('__FLIGHT_DATA');
      expect(html, 'no module is fetched ahead').not.toContain('modulepreload');
      expect(html.match(/<link rel="preload"[^>]*as="font"/g), 'fonts fetched ahead').toHaveLength(1);
      if (IS_ERROR.test(path)) return;

      expect(chosen.document.bytes, 'the document').toBeLessThanOrEqual(DOCUMENT);
      await triggerHydration(next);
      const { script } = await stopNext();
      expect(script.bytes, 'scripts with React').toBeLessThanOrEqual(SCRIPTS_WITH_REACT);
    });
  }

  test('the search, the lightbox and the proof of work are loaded when they are used', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const since = async (act: () => Promise<unknown>, part: RegExp): Promise<void> => {
      expect(scripts.filter((name) => part.test(name))).toEqual([]);
      await act();
      await expect.poll(() => scripts.some((name) => part.test(name))).toBe(true);
    };

    await page.goto('/faq');
    await triggerHydration(page);
    await since(() => page.getByRole('searchbox').fill('payout'), /\/search-/);

    await page.goto('/events/port-of-domains-hamburg-2026');
    await triggerHydration(page);
    await since(() => page.locator('[data-gallery-item]').first().click(), /\/lightbox-/);

    await page.goto('/contact');
    await triggerHydration(page);
    await since(() => page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada'), /\/altcha-challenge-/);
  });

  test('a form loads its validation when it is filled in, within its budget', async ({ page }) => {
    const stop = weigh(page);
    await page.goto('/contact');
    await triggerHydration(page);
    const before = await stop();

    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.locator('#answer')).toBeVisible();
    const { script } = await stop();
    expect(script.bytes - before.script.bytes).toBeGreaterThan(0);
    expect(script.bytes - before.script.bytes).toBeLessThanOrEqual(FILLING_IN);
  });

  test('client components are requested together with React, not after it', { tag: '@on-intent' }, async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/\/entry\.browser-/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const form = page.waitForRequest(/\/form-/);
    await page.mouse.move(200, 200);

    await form;
    held.resolve();
    await expect.poll(() => page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(true);
  });

  test('React is requested first, so that it runs while client components are still loading', {
    tag: '@on-intent',
  }, async ({ page }) => {
    const scripts: string[] = [];
    await page.goto('/contact', { waitUntil: 'networkidle' });
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.mouse.move(200, 200);
    await expect.poll(() => scripts.some((url) => url.includes('/form-'))).toBe(true);

    const names = scripts.slice(0, 3).map((url) => /\/(react|rolldown-runtime|entry\.browser)-/.exec(url)?.[1]);
    expect(names.toSorted()).toEqual(['entry.browser', 'react', 'rolldown-runtime']);
  });

  test('a page that appears under a resting pointer is hydrated only when the pointer moves', {
    tag: '@on-intent',
  }, async ({ page }) => {
    const react: string[] = [];
    page.on('request', (request) => request.url().includes('/entry.browser-') && react.push(request.url()));
    const tell = (movementX: number): Promise<boolean> =>
      page.evaluate(
        (x) => document.body.dispatchEvent(new PointerEvent('pointermove', { movementX: x, bubbles: true })),
        movementX,
      );
    await page.goto('/imprint');
    await tell(0);
    await page.waitForLoadState('networkidle');
    expect(react).toEqual([]);

    await tell(1);
    await expect.poll(() => react).toHaveLength(1);
  });
});
