import { CONSENT_COOKIE, triggerHydration, weigh } from '../support/page-weight.ts';
import { PAGES } from './accessibility-checks.ts';
import { expect, test } from './site.ts';

const KB = 1_024;
/** The limits below are bytes after Brotli, which every supported browser accepts, summed over all requests. */
const SCRIPTS_OF_FIRST_VISIT = 11 * KB;
const SCRIPTS_WITH_CONSENT = 2.75 * KB;
const SCRIPTS_AFTER_HYDRATION = 87 * KB;
/** Validation, result messages and proof of work, which are loaded when a form is first used. */
const FORM_SCRIPTS = 18 * KB;
const STYLES = 15.75 * KB;
const DOCUMENT = 20 * KB;

/** The form components have style sheets of their own. */
const FORMS = new Set(['/contact', '/RSOC-for-domains-application']);

const IS_ERROR = /no-such-page/;

test.describe('page weight', { tag: '@scripts' }, () => {
  for (const path of PAGES) {
    test(`${path} is within its budget`, { tag: '@on-intent' }, async ({ page, context, baseURL }) => {
      const readWeight = weigh(page);
      await page.goto(path);
      await page.locator('#cookie-box').waitFor();
      const first = await readWeight();
      expect(first.script.bytes, 'scripts of a first visit').toBeLessThanOrEqual(SCRIPTS_OF_FIRST_VISIT);

      await context.addCookies([{ ...CONSENT_COOKIE, url: baseURL ?? '' }]);
      const consentPage = await context.newPage();
      const readConsentWeight = weigh(consentPage);
      await consentPage.goto(path);
      const withConsent = await readConsentWeight();
      expect(withConsent.script.bytes, 'scripts with consent stored').toBeLessThanOrEqual(SCRIPTS_WITH_CONSENT);
      expect(withConsent.stylesheet.bytes, 'styles').toBeLessThanOrEqual(STYLES);
      const html = await (await consentPage.request.get(path)).text();
      expect(html, 'RSC payload in the document').not.toContain('__FLIGHT_DATA');
      expect(html, 'preloaded modules').not.toContain('modulepreload');
      expect(html.match(/<link rel="preload"[^>]*as="font"/g), 'preloaded fonts').toHaveLength(1);
      if (!FORMS.has(path)) {
        expect(html.match(/<link[^>]*data-precedence/g), 'style sheets before the first paint').toHaveLength(1);
      }
      if (IS_ERROR.test(path)) return;

      const payload = await consentPage.request.get(/data-payload="([^"]+)"/.exec(html)?.[1] ?? '');
      expect((await payload.text()).match(/css:\/assets\/style-/g), 'links to the style sheet').toHaveLength(1);
      expect(withConsent.document.bytes, 'document').toBeLessThanOrEqual(DOCUMENT);
      await triggerHydration(consentPage);
      const { script } = await readConsentWeight();
      expect(script.bytes, 'scripts after hydration').toBeLessThanOrEqual(SCRIPTS_AFTER_HYDRATION);
    });
  }

  test('the search, the lightbox and the proof of work are loaded on first use', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const expectLoadedBy = async (act: () => Promise<unknown>, chunk: RegExp): Promise<void> => {
      expect(scripts.filter((name) => chunk.test(name))).toEqual([]);
      await act();
      await expect.poll(() => scripts.some((name) => chunk.test(name))).toBe(true);
    };

    await page.goto('/faq');
    await triggerHydration(page);
    await expectLoadedBy(() => page.getByRole('searchbox').fill('payout'), /\/search-/);

    await page.goto('/events/port-of-domains-hamburg-2026');
    await triggerHydration(page);
    await expectLoadedBy(() => page.locator('[data-gallery-item]').first().click(), /\/lightbox-/);

    await page.goto('/contact');
    await triggerHydration(page);
    await expectLoadedBy(
      () => page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada'),
      /\/altcha-challenge-/,
    );
  });

  test('a form loads its validation on first use, within its budget', async ({ page }) => {
    const readWeight = weigh(page);
    await page.goto('/contact');
    await triggerHydration(page);
    const before = await readWeight();

    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.locator('#answer')).toBeVisible();
    const { script } = await readWeight();
    expect(script.bytes - before.script.bytes).toBeGreaterThan(0);
    expect(script.bytes - before.script.bytes).toBeLessThanOrEqual(FORM_SCRIPTS);
  });

  test('client components are requested together with React, not after it', { tag: '@on-intent' }, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    await page.route(/\/entry\.browser-/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const form = page.waitForRequest(/\/form-/);
    await page.mouse.move(200, 200);

    await form;
    released.resolve();
    await expect.poll(() => page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(true);
  });

  test('React and the entry chunk are requested before client components', {
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

  const FIRST_USES = [
    ['the search', '/faq', 'input[type=search]', /\/search-/],
    ['the lightbox', '/events/port-of-domains-hamburg-2026', 'a[data-gallery-item]', /\/lightbox-/],
    ['the validation', '/contact', 'main form button[type=submit]', /\/submission-/],
  ] as const;
  for (const [name, path, control, chunk] of FIRST_USES) {
    test(`${name} is loaded before hydration if the visitor already uses it`, { tag: '@on-intent' }, async ({
      page,
    }) => {
      const released = Promise.withResolvers<void>();
      await page.route('**/payloads/**', async (route) => {
        await released.promise;
        await route.continue();
      });
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
      const isHydrated = () => page.evaluate(() => 'hydrated' in document.documentElement.dataset);
      expect(await isHydrated()).toBe(false);
      released.resolve();
      await expect.poll(isHydrated).toBe(true);
    });
  }

  test('the cookie preferences open without React', { tag: '@on-intent' }, async ({ page }) => {
    const react: string[] = [];
    page.on('request', (request) => request.url().includes('/react-') && react.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.locator('[data-consent-settings]').evaluate((link: HTMLElement) => {
      link.focus({ preventScroll: true });
      link.click();
    });

    await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible();
    expect(react).toEqual([]);
  });

  test('a pointermove event without movement does not trigger hydration, one with movement does', {
    tag: '@on-intent',
  }, async ({ page }) => {
    const entries: string[] = [];
    page.on('request', (request) => request.url().includes('/entry.browser-') && entries.push(request.url()));
    const dispatchPointerMove = (movementX: number): Promise<boolean> =>
      page.evaluate(
        (x) => document.body.dispatchEvent(new PointerEvent('pointermove', { movementX: x, bubbles: true })),
        movementX,
      );
    await page.goto('/imprint');
    // Chromium sends this event when a page appears under a resting pointer.
    await dispatchPointerMove(0);
    await page.waitForLoadState('networkidle');
    expect(entries).toEqual([]);

    await dispatchPointerMove(1);
    await expect.poll(() => entries).toHaveLength(1);
  });
});
