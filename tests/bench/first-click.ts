import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { median } from './statistics.ts';

/**
 * `npm run bench:clicks`: measures the latency of the first interaction with each client component, with an empty cache and 4x CPU
 * throttling, on two networks: the 4G preset of Chromium's developer tools and the slow 4G of Lighthouse. Prints the time until
 * visual feedback, until the result, and until the result of a second interaction, each as the median of three visits in
 * milliseconds. Run it on an idle machine.
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

type Interaction = {
  readonly name: string;
  readonly path: string;
  readonly hasCookieBanner?: boolean;
  readonly act: (page: Page) => Promise<void>;
  /** A selector that matches once there is visual feedback. The result also counts as feedback. */
  readonly feedback: string;
  /** A selector that matches once the interaction is complete. */
  readonly result: string;
  /** Restores the initial state without loading a document. */
  readonly reset?: (page: Page) => Promise<void>;
};

const BUSY = '[aria-busy="true"]';

const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click({ noWaitAfter: true });
};

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'FAQ, type into the search',
    path: '/faq',
    // A single letter, because every letter restarts the debounce.
    act: async (page) => page.locator('input[type=search]').press('p'),
    feedback: 'input[type=search]:not(:placeholder-shown)',
    result: '[role=status]:not(:empty)',
    reset: async (page) => page.locator('input[type=search]').fill(''),
  },
  {
    name: 'gallery, open an image',
    path: '/events/lane-markings-lisbon',
    act: press('a[data-gallery-item]'),
    feedback: BUSY,
    result: '.yarl__portal_open',
    reset: async (page) => {
      await page.keyboard.press('Escape');
      // The lightbox covers the page while it fades out.
      await page.locator('.yarl__portal').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'contact, send an empty form',
    path: '/contact',
    act: press('main form button[type=submit]'),
    feedback: BUSY,
    result: '#answer:focus',
    reset: async (page) => page.locator('main form button[type=submit]:not([aria-disabled])').focus(),
  },
  {
    name: 'cookie banner, accept',
    path: '/faq',
    hasCookieBanner: true,
    act: press('#cookie-box button[value=all]'),
    feedback: BUSY,
    result: 'body:not(:has(#cookie-box))',
  },
  {
    name: 'cookie settings, open',
    path: '/',
    act: press('[data-consent-settings]'),
    feedback: BUSY,
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
    feedback: 'html[data-theme=dark]',
    result: 'html[data-theme=dark]',
    reset: press('[data-theme-choice=system]'),
  },
];

type Times = { feedback: number | null; result: number | null };

/** Runs in the page: records the times from the next pointer or input event to the frames in which each selector matches. */
const watch = ({ feedback, result }: { feedback: string; result: string }): void => {
  const isShown = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  const times: Times = { feedback: null, result: null };
  Object.assign(globalThis, { times });
  let isStarted = false;
  const start = ({ timeStamp }: Event): void => {
    if (isStarted) return;
    isStarted = true;
    const check = (): void => {
      const now = performance.now() - timeStamp;
      if (isShown(result)) times.result ??= now;
      if (times.result !== null || isShown(feedback)) times.feedback ??= now;
      if (times.result === null) requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  };
  // In the capture phase, because a click before hydration is stopped and replayed later.
  for (const type of ['pointerdown', 'input']) addEventListener(type, start, { capture: true, once: true });
};

/** The times until feedback and result in milliseconds; `NaN` after the limit. */
const measure = async (
  page: Page,
  { act, feedback, result }: Interaction,
): Promise<{ feedback: number; result: number }> => {
  await page.evaluate(watch, { feedback, result });
  await act(page);
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const times = await page.evaluate(() => (globalThis as unknown as { times: Times }).times);
    if (times.result !== null || performance.now() > deadline)
      return { feedback: times.feedback ?? Number.NaN, result: times.result ?? Number.NaN };
    await setTimeout(50);
  }
};

const visit = async (browser: Browser, interaction: Interaction, network: Network) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  if (!interaction.hasCookieBanner)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(ORIGIN + interaction.path);
  if (interaction.hasCookieBanner) await page.locator('#cookie-box').waitFor();

  const first = await measure(page, interaction);
  let second: number | null = null;
  if (interaction.reset) {
    await interaction.reset(page);
    await page.locator(interaction.result).first().waitFor({ state: 'hidden' });
    second = (await measure(page, interaction)).result;
  }
  await context.close();
  return { ...first, second };
};

const stopSite = await startMeasuredSite(PORT);
try {
  const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });

  console.log('| network | interaction | feedback | result | result of the second interaction |');
  console.log('|---|---|---:|---:|---:|');
  for (const [name, network] of Object.entries(NETWORKS)) {
    for (const interaction of INTERACTIONS) {
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, interaction, network));
      const columns = [
        visits.map(({ feedback }) => feedback),
        visits.map(({ result }) => result),
        visits.flatMap(({ second }) => (second === null ? [] : [second])),
      ];
      const cells = columns.map((times) => (times.length > 0 ? Math.round(median(times)) : ''));
      console.log(`| ${[name, interaction.name, ...cells].join(' | ')} |`);
    }
  }
  await browser.close();
} finally {
  await stopSite();
}
