import type { Page, Response } from '@playwright/test';

/** The total sizes of the bodies in bytes after Brotli. */
type PageWeight = Readonly<Record<'document' | 'script' | 'stylesheet', number>>;

/** The print style sheet, which does not block rendering. */
const PRINT_STYLES = /\/print-[\w-]+\.css$/;

/** The size of a response as every supported browser gets it. It is requested again, because a browser may have dropped the body. */
const weightOf = async (response: Response, { request }: Page): Promise<number> => {
  const { accept = '*/*' } = response.request().headers();
  const repeated = await request.get(response.url(), { headers: { accept, 'accept-encoding': 'br' } });
  return Number(repeated.headers()['content-length']);
};

/**
 * Records the requests of a page from now on. Returns a function that waits until the network is idle, and sums up the requests, or those
 * whose URL is counted.
 */
export const weigh = (page: Page): ((isCounted?: (url: string) => boolean) => Promise<PageWeight>) => {
  const fetched: Response[] = [];
  page.on('response', (response) => {
    if (response.status() === 200 && !PRINT_STYLES.test(response.url())) fetched.push(response);
  });
  return async (isCounted = () => true) => {
    await page.waitForLoadState('networkidle');
    const sum = async (type: keyof PageWeight): Promise<number> => {
      const counted = fetched.filter(
        (response) => response.request().resourceType() === type && isCounted(response.url()),
      );
      const sizes = await Promise.all(counted.map((response) => weightOf(response, page)));
      return sizes.reduce((total, bytes) => total + bytes, 0);
    };
    return { document: await sum('document'), script: await sum('script'), stylesheet: await sum('stylesheet') };
  };
};

/** The consent cookie of a user who rejected optional cookies. */
export const CONSENT_COOKIE = {
  name: 'cc_cookie',
  value: encodeURIComponent(
    JSON.stringify({
      categories: ['necessary'],
      consentId: '2b0f7f0e-8a43-4a6a-9a35-7f4d2a0c1b1e',
      consentTimestamp: '2026-11-20T10:00:00.000Z',
      lastConsentTimestamp: '2026-11-20T10:00:00.000Z',
    }),
  ),
} as const;

/** Triggers hydration with mouse and keyboard events that have no other effect, and waits for it. */
export const triggerHydration = async (page: Page): Promise<void> => {
  await page.mouse.move(8, 300);
  await page.mouse.move(10, 310);
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
};

/** Makes the browser ask for little data. */
export const enableSaveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
