import type { Page } from '@playwright/test';
import { enableSaveData, triggerHydration, weigh } from '../support/page-weight.ts';
import { expect, holdRequests, test } from './site.ts';

const KB = 1_024;
/** The limits are bytes after Brotli, which every supported browser accepts, summed over all requests. The first one includes the boot script, which every page loads. */
const SCRIPTS_OF_FIRST_VISIT = 11 * KB;
/** Validation, result messages and proof of work, which are loaded for the first use of a form. */
const FORM_SCRIPTS = 18 * KB;

/** Components whose code is loaded for their first use: the path of a page with one, its control, and its chunk. */
const FIRST_USES = [
  ['/faq', 'input[type=search]', /\/search-/],
  ['/events/port-of-domains-hamburg-2026', 'a[data-gallery-item]', /\/lightbox-/],
  ['/contact', 'main form button[type=submit]', /\/submission-/],
] as const;

const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'hydrated' in document.documentElement.dataset);

/** The paths of the scripts that the page requests from now on. */
const recordScripts = (page: Page): string[] => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
};

test.describe('page weight', { tag: '@scripts' }, () => {
  test('of a first visit is within its budget; preferences, a resting pointer and a prerendered link load no React, intent does', {
    tag: '@on-intent',
  }, async ({ page }) => {
    const scripts = recordScripts(page);
    const readWeight = weigh(page);
    await page.goto('/');
    await page.locator('#cookie-box').waitFor();
    expect((await readWeight()).script).toBeLessThanOrEqual(SCRIPTS_OF_FIRST_VISIT);

    await page.locator('[data-consent-settings]').evaluate((link: HTMLElement) => {
      link.focus({ preventScroll: true });
      link.click();
    });
    await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible();
    expect(scripts.filter((name) => name.includes('/react-'))).toEqual([]);

    await page.goto('/contact');
    const dispatchPointerMove = (movementX: number): Promise<boolean> =>
      page.evaluate(
        (x) => document.body.dispatchEvent(new PointerEvent('pointermove', { movementX: x, bubbles: true })),
        movementX,
      );
    // Chromium sends this event when a page appears under a resting pointer.
    await dispatchPointerMove(0);
    // The link is in the viewport, because scrolling to it would trigger hydration.
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: '/news', textContent: 'the added link' });
      document.querySelector('main')?.prepend(link);
    });
    await page.getByText('the added link').hover();
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((name) => /react|entry/.test(name))).toEqual([]);

    const before = scripts.length;
    await dispatchPointerMove(1);
    await expect.poll(() => scripts.some((name) => name.includes('/form-'))).toBe(true);
    const names = scripts
      .slice(before, before + 3)
      .map((name) => /\/(react|rolldown-runtime|entry\.browser)-/.exec(name)?.[1]);
    expect(names.toSorted()).toEqual(['entry.browser', 'react', 'rolldown-runtime']);
  });

  test('an idle page fetches React and does not run it; once it is hydrated and idle, search, lightbox and validation are loaded', {
    tag: '@idle',
  }, async ({ page }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
    const expectFetched = (chunk: RegExp) =>
      expect.poll(() => fetched.some((path) => chunk.test(path)), String(chunk)).toBe(true);
    await page.goto('/contact');
    for (const chunk of [/\/react-/, /\/entry\.browser-/, /\/contact-/, /\/form-/]) await expectFetched(chunk);
    expect(await isHydrated(page)).toBe(false);
    expect(fetched.filter((path) => /altcha|submission/.test(path))).toEqual([]);
    await triggerHydration(page);
    await expectFetched(/\/submission-/);

    for (const [path, , chunk] of FIRST_USES.slice(0, 2)) {
      await page.goto(path);
      await triggerHydration(page);
      await expectFetched(chunk);
    }
  });

  test('search, lightbox and validation are loaded before hydration if the visitor already uses them', {
    tag: '@on-intent',
  }, async ({ page }) => {
    for (const [path, control, chunk] of FIRST_USES) {
      const release = await holdRequests(page, '**/payloads/**');
      await page.goto(path, { waitUntil: 'networkidle' });
      const requested = page.waitForRequest(chunk);
      // By script, because the movement of a pointer would hydrate the page before the click.
      await page
        .locator(control)
        .first()
        .evaluate((element: HTMLElement) => {
          element.focus();
          element.click();
        });

      await requested;
      expect(await isHydrated(page), path).toBe(false);
      release();
      await expect.poll(() => isHydrated(page), path).toBe(true);
    }
  });

  test('with Save-Data search, lightbox, proof of work and validation are loaded on first use, within their budget', async ({
    page,
  }) => {
    await enableSaveData(page);
    const scripts = recordScripts(page);
    const expectLoadedBy = async (act: () => Promise<unknown>, chunk: RegExp): Promise<void> => {
      expect(scripts.filter((name) => chunk.test(name))).toEqual([]);
      await act();
      await expect.poll(() => scripts.some((name) => chunk.test(name))).toBe(true);
    };

    await page.goto('/faq');
    await triggerHydration(page);
    await expectLoadedBy(() => page.getByRole('searchbox').fill('payout'), /\/search-/);

    await page.goto('/events/port-of-domains-hamburg-2026');
    const image = page.locator('a[data-gallery-item]').first();
    const file = (await image.getAttribute('href')) ?? '';
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await image.hover();
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested).not.toContain(file);
    await expectLoadedBy(() => image.click(), /\/lightbox-/);
    await expect.poll(() => requested).toContain(file);

    const readWeight = weigh(page);
    await page.goto('/contact');
    await triggerHydration(page);
    const before = await readWeight();
    await expectLoadedBy(
      () => page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada'),
      /\/altcha-challenge-/,
    );
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.locator('#answer')).toBeVisible();
    const { script } = await readWeight();
    expect(script - before.script).toBeGreaterThan(0);
    expect(script - before.script).toBeLessThanOrEqual(FORM_SCRIPTS);
  });
});
