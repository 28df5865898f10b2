import { test as base, expect, type Page } from '@playwright/test';

type Fixtures = {
  /** Allows a console message that the test provokes. */
  readonly allowConsoleMessage: (message: RegExp) => void;
  readonly quietPage: undefined;
};

/** Chromium logs an error for every document with an error status. */
const ERROR_DOCUMENT = /the server responded with a status of 404/;

/** Chromium logs a cross-document view transition that it skips; this has no effect on the page. */
const SKIPPED_TRANSITION = /ViewTransition opt-in disabled/;

/** A focused link prefetches its page, which preloads an image; Chromium warns if the link is not followed. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used/;

/** `test` that fails on console errors, uncaught errors and requests to other hosts. */
export const test = base.extend<
  Fixtures & { readonly noise: { readonly messages: string[]; readonly expected: RegExp[] } }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as first parameter.
  noise: async ({}, use) => use({ messages: [], expected: [ERROR_DOCUMENT, SKIPPED_TRANSITION, UNUSED_PRELOAD] }),
  allowConsoleMessage: async ({ noise }, use) => use((message) => noise.expected.push(message)),
  quietPage: [
    async ({ page, baseURL, noise }, use) => {
      if (process.env.E2E_HYDRATE === 'load') {
        await page.addInitScript(() => addEventListener('load', () => dispatchEvent(new Event('scroll'))));
      }
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) noise.messages.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => noise.messages.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin)
          noise.messages.push(`request to ${origin}`);
      });
      await use(undefined);
      expect(noise.messages.filter((message) => !noise.expected.some((expected) => expected.test(message)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** Prevents the cookie banner by setting Global Privacy Control. */
export const hideCookieBanner = async (page: Page): Promise<void> => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
};

export { expect };

/** Opens a page and waits for its print style sheet, which is applied after the first paint. */
export const gotoForPrint = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const hasPrintStyles = () =>
    page.evaluate(() => document.querySelector<HTMLLinkElement>('link[media=print]')?.sheet instanceof CSSStyleSheet);
  await expect.poll(hasPrintStyles).toBe(true);
};
