import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { median } from './median.ts';

/**
 * Measures the latency of the first interaction with each client component: with an empty cache, the 4G preset of Chromium's
 * developer tools and the slow 4G of Lighthouse, and 4x CPU throttling. Prints the time until visual feedback, until the
 * result, and of the next interaction, each as the median of three visits in milliseconds. Run it on an idle machine.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8475);
const ORIGIN = `http://localhost:${PORT}`;
const VISITS = 3;
const LIMIT_MS = 10_000;
/** Round trip time in ms, and bandwidth in bytes per second. */
const NETWORKS = {
  '4G': { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 },
  'slow 4G': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
} as const;
type Network = (typeof NETWORKS)[keyof typeof NETWORKS];

type Use = {
  readonly name: string;
  readonly path: string;
  /** Whether the cookie banner is shown. */
  readonly hasCookieBanner?: boolean;
  readonly act: (page: Page) => Promise<void>;
  /** The selector of the visual feedback; the result also counts as feedback. */
  readonly sign: string;
  readonly result: string;
  /** Restores the initial state without loading a new document. */
  readonly reset?: (page: Page) => Promise<void>;
};

const BUSY = '[aria-busy="true"]';

const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click({ noWaitAfter: true });
};

const USES: readonly Use[] = [
  {
    name: 'FAQ, type into the search',
    path: '/faq',
    // A single letter, because the debounce restarts with every letter.
    act: async (page) => page.locator('input[type=search]').press('p'),
    sign: 'input[type=search]:not(:placeholder-shown)',
    result: '[role=status]:not(:empty)',
    reset: async (page) => page.locator('input[type=search]').fill(''),
  },
  {
    name: 'gallery, open a picture',
    path: '/events/lane-markings-lisbon',
    act: press('a[data-gallery-item]'),
    sign: BUSY,
    result: '.yarl__portal_open',
    reset: async (page) => {
      await page.keyboard.press('Escape');
      // It covers the page while it fades out.
      await page.locator('.yarl__portal').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'contact, send an empty form',
    path: '/contact',
    act: press('main form button[type=submit]'),
    sign: BUSY,
    result: '#answer:focus',
    reset: async (page) => page.locator('main form button[type=submit]:not([aria-disabled])').focus(),
  },
  {
    name: 'cookie box, accept',
    path: '/faq',
    hasCookieBanner: true,
    act: press('#cookie-box button[value=all]'),
    sign: BUSY,
    result: 'body:not(:has(#cookie-box))',
  },
  {
    name: 'cookie settings, open',
    path: '/',
    act: press('[data-consent-settings]'),
    sign: BUSY,
    result: 'html.show--preferences',
    reset: async (page) => {
      await page.locator('#cc-main .pm__close-btn').click();
      await page.locator('#cc-main .pm-overlay').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'theme, choose dark',
    path: '/',
    act: press('[data-theme-choice=dark]'),
    sign: 'html[data-theme=dark]',
    result: 'html[data-theme=dark]',
    reset: press('[data-theme-choice=system]'),
  },
];

type Watched = { sign: number | null; result: number | null };

/** Runs in the page: records in which frame after the next event the selectors match visible elements. */
const watch = ({ sign, result }: { sign: string; result: string }): void => {
  const isShown = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  const watched: Watched = { sign: null, result: null };
  Object.assign(globalThis, { watched });
  let isStarted = false;
  const start = ({ timeStamp }: Event): void => {
    if (isStarted) return;
    isStarted = true;
    const check = (): void => {
      const now = performance.now() - timeStamp;
      if (isShown(result)) watched.result ??= now;
      if (watched.result !== null || isShown(sign)) watched.sign ??= now;
      if (watched.result === null) requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  };
  // Capture phase, because a click before hydration is stopped and replayed later.
  for (const type of ['pointerdown', 'input']) addEventListener(type, start, { capture: true, once: true });
};

const measure = async (page: Page, { act, sign, result }: Use): Promise<{ sign: number; result: number }> => {
  await page.evaluate(watch, { sign, result });
  await act(page);
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    const seen = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
    if (seen.result !== null || performance.now() > until)
      return { sign: seen.sign ?? Number.NaN, result: seen.result ?? Number.NaN };
    await setTimeout(50);
  }
};

const visit = async (browser: Browser, use: Use, network: Network) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  if (!use.hasCookieBanner)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(ORIGIN + use.path);
  if (use.hasCookieBanner) await page.locator('#cookie-box').waitFor();

  const first = await measure(page, use);
  let later: number | null = null;
  if (use.reset) {
    await use.reset(page);
    await page.locator(use.result).first().waitFor({ state: 'hidden' });
    later = (await measure(page, use)).result;
  }
  await context.close();
  return { ...first, later };
};

const stopSite = await startMeasuredSite(PORT);
try {
  const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });

  console.log('| network | first use | feedback after | result after | next use after |');
  console.log('|---|---|---:|---:|---:|');
  for (const [name, network] of Object.entries(NETWORKS)) {
    for (const use of USES) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, use, network));
      const later = visits.flatMap((one) => (one.later === null ? [] : [one.later]));
      const figures = [visits.map((one) => one.sign), visits.map((one) => one.result), later];
      const cells = figures.map((all) => (all.length > 0 ? Math.round(median(all)) : ''));
      console.log(`| ${[name, use.name, ...cells].join(' | ')} |`);
    }
  }
  await browser.close();
} finally {
  await stopSite();
}
