import { enableSaveData, triggerHydration, weigh } from '../support/page-weight.ts';
import { expect, holdRequests, test } from './site.ts';

const KB = 1_024;
/** The limits are bytes after Brotli, which every supported browser accepts, summed over all requests. The first one includes the boot script, which every page loads. */
const SCRIPTS_OF_FIRST_VISIT = 11 * KB;
const TOOL_SCRIPTS = 3 * KB;
/** Validation, result messages and proof of work, which are loaded for the first use of a form. */
const FORM_SCRIPTS = 18 * KB;

test.describe('page weight', { tag: '@scripts' }, () => {
  test('the cookie banner of a first visit is within its budget', { tag: '@on-intent' }, async ({ page }) => {
    const readWeight = weigh(page);
    await page.goto('/');
    await page.locator('#cookie-box').waitFor();

    expect((await readWeight()).script.bytes).toBeLessThanOrEqual(SCRIPTS_OF_FIRST_VISIT);
  });

  test('an idle page fetches React and its client components, and does not run them', { tag: '@idle' }, async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto('/contact');

    for (const chunk of ['react', 'entry.browser', 'contact', 'form'])
      await expect.poll(() => fetched.some((path) => path.startsWith(`/assets/${chunk}-`)), chunk).toBe(true);
    expect(await page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(false);
    expect(fetched.filter((path) => /altcha|submission/.test(path))).toEqual([]);
  });

  for (const { code, path, chunk } of [
    { code: 'search', path: '/faq', chunk: /\/search-/ },
    { code: 'lightbox', path: '/events/lane-markings-lisbon', chunk: /\/lightbox-/ },
    { code: 'validation of a form', path: '/contact', chunk: /\/submission-/ },
  ]) {
    test(`the ${code} is loaded before its first use, once the page is hydrated and idle`, async ({ page }) => {
      const loaded = page.waitForRequest((request) => request.resourceType() === 'script' && chunk.test(request.url()));
      await page.goto(path);
      await triggerHydration(page);
      await loaded;
    });
  }

  test('with Save-Data the search, the proof of work and the validation of a form are loaded on first use, within their budget', async ({
    page,
  }) => {
    await enableSaveData(page);
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
    expect(script.bytes - before.script.bytes).toBeGreaterThan(0);
    expect(script.bytes - before.script.bytes).toBeLessThanOrEqual(FORM_SCRIPTS);
  });

  for (const { tool, path, chunks } of [
    { tool: 'domain check', path: '/nameserver-setup', chunks: /\/(?:domain-check|use-copy|form)-/ },
    {
      tool: 'builder of for-sale records',
      path: '/solutions',
      chunks: /\/(?:for-sale-builder|host-name|use-copy|form)-/,
    },
  ]) {
    test(`the ${tool} loads its scripts on intent, within its budget`, { tag: '@on-intent' }, async ({ page }) => {
      const readWeight = weigh(page, chunks);
      await page.goto(path);
      expect((await readWeight()).script.bytes).toBe(0);

      await triggerHydration(page);
      const { script } = await readWeight();
      expect(script.bytes).toBeGreaterThan(0);
      expect(script.bytes).toBeLessThanOrEqual(TOOL_SCRIPTS);
    });
  }

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
      const isHydrated = () => page.evaluate(() => 'hydrated' in document.documentElement.dataset);
      expect(await isHydrated()).toBe(false);
      release();
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
