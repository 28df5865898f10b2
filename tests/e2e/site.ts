import { test as base, expect, type Page } from '@playwright/test';

type Fixtures = {
  /** Names a message of the console that a test provokes on purpose. */
  readonly expectNoise: (message: RegExp) => void;
  readonly quietPage: undefined;
};

/** Chromium reports every document of an error page as a resource that failed. */
const ERROR_DOCUMENT = /the server responded with a status of 404/;

/** It also reports a fade between two documents that it gave up before either could hear of it; the page is the same. */
const NO_FADE = /ViewTransition opt-in disabled/;

/** A link that has the focus makes the router ask for its page, which names its first picture; nobody may follow it. */
const PAGE_NOT_FOLLOWED = /was preloaded using link preload but not used/;

/** A browser test in which a console error, a page error or a request to another host fails the run. */
export const test = base.extend<
  Fixtures & { readonly noise: { readonly heard: string[]; readonly expected: RegExp[] } }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's parameters.
  noise: async ({}, use) => use({ heard: [], expected: [ERROR_DOCUMENT, NO_FADE, PAGE_NOT_FOLLOWED] }),
  expectNoise: async ({ noise }, use) => use((message) => noise.expected.push(message)),
  quietPage: [
    async ({ page, baseURL, noise }, use) => {
      if (process.env.E2E_HYDRATE === 'load') {
        await page.addInitScript(() => addEventListener('load', () => dispatchEvent(new Event('scroll'))));
      }
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) noise.heard.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => noise.heard.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin)
          noise.heard.push(`request to ${origin}`);
      });
      await use(undefined);
      expect(noise.heard.filter((message) => !noise.expected.some((expected) => expected.test(message)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Keeps the cookie box away, as a browser does that says no by itself. */
export const hideCookieBanner = async (page: Page): Promise<void> => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
};

export { expect };

/** Opens a page to be printed: its sheet for paper comes after the first paint. */
export const gotoForPrint = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const hasSheet = () =>
    page.evaluate(() => document.querySelector<HTMLLinkElement>('link[media=print]')?.sheet instanceof CSSStyleSheet);
  await expect.poll(hasSheet).toBe(true);
};
