import type { Page, Response } from '@playwright/test';

/** What a browser fetched of one kind: the number of requests, and their bodies in bytes as gzip. */
export type Weight = { readonly requests: number; readonly bytes: number };
export type PageWeight = Readonly<Record<'document' | 'script' | 'stylesheet' | 'font' | 'image' | 'other', Weight>>;

const KINDS = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
/** These are compressed as they are. */
const PACKED = /^(?:font\/|image\/(?!svg))/;

/** The styles for paper, which a browser fetches last and no screen waits for. */
const PAPER = /\/print-[\w-]+\.css$/;

const requestKindOf = (response: Response): keyof PageWeight => {
  if (PAPER.test(response.url())) return 'other';
  const type = response.request().resourceType();
  return KINDS.find((kind) => kind === type) ?? 'other';
};

/** The length of what the site answers to a browser that takes gzip and nothing better. */
const weightOf = async (response: Response, { request }: Page): Promise<number> => {
  if (PACKED.test(response.headers()['content-type'] ?? '')) return (await response.body()).length;
  const packed = await request.get(response.url(), { headers: { 'accept-encoding': 'gzip' } });
  return Number(packed.headers()['content-length']);
};

/**
 * Listens to what a page fetches from now on.
 *
 * @returns a function that waits until nothing more is fetched, and adds up what was.
 */
export const weigh = (page: Page): (() => Promise<PageWeight>) => {
  const fetched: Response[] = [];
  page.on('response', (response) => {
    if (response.status() === 200 && response.url().startsWith('http')) fetched.push(response);
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    const parts = await Promise.all(
      fetched.map(async (response) => ({ kind: requestKindOf(response), bytes: await weightOf(response, page) })),
    );
    const sum = (kind: keyof PageWeight): Weight => {
      const own = parts.filter((part) => part.kind === kind);
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

/** A visitor who has answered the cookie box before. */
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

/** Moves and presses as somebody does who turns to the page without touching anything on it, and waits for React. */
export const triggerHydration = async (page: Page): Promise<void> => {
  await page.mouse.move(8, 300);
  await page.mouse.move(10, 310);
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
};
