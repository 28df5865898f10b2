import type { Page, Response } from '@playwright/test';

/** The number of requests of one kind, and the total size of their bodies in bytes after Brotli. */
export type Weight = { readonly requests: number; readonly bytes: number };
export type PageWeight = Readonly<Record<'document' | 'script' | 'stylesheet' | 'font' | 'image' | 'other', Weight>>;

const KINDS = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
/** Formats that are already compressed. */
const COMPRESSED = /^(?:font\/|image\/(?!svg))/;

/** The print style sheet, which does not block rendering. */
const PRINT_STYLES = /\/print-[\w-]+\.css$/;

const kindOf = (response: Response): keyof PageWeight => {
  if (PRINT_STYLES.test(response.url())) return 'other';
  const type = response.request().resourceType();
  return KINDS.find((kind) => kind === type) ?? 'other';
};

/** The size of a response as every supported browser gets it. It is requested again, because a browser may have dropped the body. */
const weightOf = async (response: Response, { request }: Page): Promise<number> => {
  const { accept = '*/*' } = response.request().headers();
  const repeated = await request.get(response.url(), { headers: { accept, 'accept-encoding': 'br' } });
  if (COMPRESSED.test(response.headers()['content-type'] ?? '')) return (await repeated.body()).length;
  return Number(repeated.headers()['content-length']);
};

/**
 * Records the requests of a page from now on.
 *
 * @param url only requests whose URL matches.
 * @returns a function that waits until the network is idle, and sums up the requests, or those whose URL is counted.
 */
export const weigh = (page: Page, url = /^http/): ((isCounted?: (url: string) => boolean) => Promise<PageWeight>) => {
  const fetched: Response[] = [];
  page.on('response', (response) => {
    if (response.status() === 200 && url.test(response.url())) fetched.push(response);
  });
  return async (isCounted = () => true) => {
    await page.waitForLoadState('networkidle');
    const counted = fetched.filter((response) => isCounted(response.url()));
    const responses = await Promise.all(
      counted.map(async (response) => ({ kind: kindOf(response), bytes: await weightOf(response, page) })),
    );
    const sum = (kind: keyof PageWeight): Weight => {
      const own = responses.filter((response) => response.kind === kind);
      return { requests: own.length, bytes: own.reduce((total, { bytes }) => total + bytes, 0) };
    };
    return {
      document: sum('document'),
      script: sum('script'),
      stylesheet: sum('stylesheet'),
      font: sum('font'),
      image: sum('image'),
      other: sum('other'),
    };
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
