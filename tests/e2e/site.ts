import { type APIRequestContext, test as base, expect, type Page, type Route } from '@playwright/test';
import { type HTMLElement, parse } from 'node-html-parser';
import { enableSaveData } from '../support/page-weight.ts';

type Fixtures = {
  /** Allows a console message that the test causes. */
  readonly allowConsoleMessage: (message: RegExp) => void;
  readonly failOnUnexpectedMessages: undefined;
};

/** The page's errors, warnings and requests to other hosts, and the patterns of those that do not fail the test. */
type MessageLog = { readonly messages: string[]; readonly allowed: RegExp[] };

/** Chromium logs an error for every response with status 404, including error pages. */
const NOT_FOUND = /the server responded with a status of 404/;

/** A focused link prefetches its page, which preloads an image; Chromium warns if the link is not followed. */
const UNUSED_PRELOAD = /was preloaded using link preload but not used/;

/** Firefox reports a font whose download is aborted because the page is left (NS_BINDING_ABORTED). */
const ABORTED_FONT = /download failed \(font-family: .* status=2152398850/;

/** `test` that fails on console errors and warnings, uncaught errors and requests to other hosts. */
export const test = base.extend<Fixtures & { readonly messageLog: MessageLog }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as first parameter.
  messageLog: async ({}, use) => use({ messages: [], allowed: [NOT_FOUND, UNUSED_PRELOAD, ABORTED_FONT] }),
  allowConsoleMessage: async ({ messageLog }, use) => use((message) => messageLog.allowed.push(message)),
  failOnUnexpectedMessages: [
    async ({ page, baseURL, messageLog: { messages, allowed } }, use, { tags }) => {
      // Without prefetching, what a page requests before the first intent and after it can be told apart.
      if (tags.includes('@on-intent')) await enableSaveData(page);
      // Runs the suite with pages that are hydrated on load instead of on the first intent.
      if (process.env.E2E_HYDRATE === 'load') {
        await page.addInitScript(() => addEventListener('load', () => dispatchEvent(new Event('scroll'))));
      }
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin)
          messages.push(`request to ${origin}`);
      });
      await use(undefined);
      expect(messages.filter((message) => !allowed.some((pattern) => pattern.test(message)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** The HTML of a page. Tests that need nothing else import the `test` of Playwright, which opens no browser page for them. */
export const readHtml = async (request: APIRequestContext, path: string): Promise<HTMLElement> =>
  // For clients that do not ask for HTML, an error page is a plain text.
  parse(await (await request.get(path, { headers: { accept: 'text/html' } })).text());

/** The text of each element that matches, without repeated white space. */
export const textsOf = (html: HTMLElement, selector: string): string[] =>
  html.querySelectorAll(selector).map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());

/** The attribute of each element that matches. */
export const attributesOf = (html: HTMLElement, selector: string, name: string): (string | undefined)[] =>
  html.querySelectorAll(selector).map((element) => element.getAttribute(name));

/** Prevents the cookie banner by setting Global Privacy Control. */
export const hideCookieBanner = async (page: Pick<Page, 'addInitScript'>): Promise<void> => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
};

/** Delays matching requests until the returned function is called; they are then handled by `handle`, or sent. */
export const holdRequests = async (
  page: Page,
  url: string | RegExp,
  handle = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> => {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await handle(route);
  });
  return () => released.resolve();
};

/** The paths of the documents that the page loads from now on. */
export const recordDocuments = (page: Page): string[] => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loaded.push(new URL(request.url()).pathname);
  });
  return loaded;
};

/** Changes the texts of the page as the translation of Chrome does: it replaces text nodes by elements. */
export const translatePage = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
      text.textContent?.trim() && !text.parentElement?.closest('font,script,textarea')
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP,
    );
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      const translation = document.createElement('font');
      translation.textContent = text.data;
      text.replaceWith(translation);
    }
    document.documentElement.lang = 'de';
  });
};

/** Renders the sections outside the window, which `innerText` and axe would otherwise leave out. */
export const renderAllSections = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.documentElement.toggleAttribute('data-render-all', true));
};

/** Loads all images and fonts and renders all sections, for a screenshot: sections would move when others get their real heights. */
export const loadImages = async (page: Page): Promise<void> => {
  await renderAllSections(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
};

/** Presses Tab until the control with that name is focused. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      return (isField ? element.labels?.[0] : element)?.textContent?.trim() ?? '';
    });
    if (label.startsWith(name)) return;
  }
  throw new Error(`"${name}" cannot be reached with the Tab key.`);
};

export { expect };

/** Opens a page and waits for its print style sheet, which is applied after the first paint. */
export const gotoForPrint = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const hasPrintStyles = () =>
    page.evaluate(() => document.querySelector<HTMLLinkElement>('link[media=print]')?.sheet instanceof CSSStyleSheet);
  await expect.poll(hasPrintStyles).toBe(true);
};
