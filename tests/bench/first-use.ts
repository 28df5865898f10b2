import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser, requireFullBrowser } from '../browser.ts';
import { hideCookieBanner } from '../e2e/site.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const IS_SCROLLED = process.env.BENCH_SCROLLED === '1';
const IDLE_MS = 3_000;
const LIMIT_MS = 10_000;
/** The preset "Fast 4G" of Chromium's developer tools: round trip time in ms, and bandwidth in bytes per second. */
const NETWORK = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };

type Interaction = {
  readonly name: string;
  readonly path: string;
  readonly hasCookieBanner?: boolean;
  /** The selector of the control, which is clicked. */
  readonly control: string;
  /** A key that is pressed in the control instead of clicking it. */
  readonly key?: string;
  /** A selector that matches once the interaction is complete. */
  readonly result: string;
};

const act = async (page: Page, { control, key }: Pick<Interaction, 'control' | 'key'>): Promise<void> => {
  const element = page.locator(control).first();
  await (key === undefined ? element.click({ noWaitAfter: true }) : element.press(key));
};

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'FAQ, type into the search',
    path: '/faq',
    // A single letter, because every letter restarts the debounce.
    control: 'input[type=search]',
    key: 'p',
    result: '[role=status]:not(:empty)',
  },
  {
    name: 'gallery, open an image',
    path: '/events/lane-markings-lisbon',
    control: 'a[data-gallery-item]',
    result: '.yarl__portal_open',
  },
  {
    name: 'contact, send an empty form',
    path: '/contact',
    control: 'main form button[type=submit]',
    result: '#answer:focus',
  },
  {
    name: 'application, send an empty form',
    path: '/RSOC-for-domains-application',
    // Without scripts the only button is at the end; with scripts each step has one.
    control: 'main form button:visible',
    result: '#answer:focus',
  },
  {
    name: 'cookie banner, accept',
    path: '/faq',
    hasCookieBanner: true,
    control: '#cookie-box button[value=all]',
    result: 'body:not(:has(#cookie-box))',
  },
  {
    name: 'cookie settings, open',
    path: '/',
    control: '[data-consent-settings]',
    result: 'html.show--preferences',
  },
  {
    name: 'theme, choose dark',
    path: '/',
    control: '[data-theme-choice=dark]',
    result: 'html[data-theme=dark]',
  },
];

/** Runs in the page: records the time from the next pointer or input event to the frame in which the selector matches. */
const watch = (selector: string): void => {
  const isShown = (): boolean => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  Object.assign(globalThis, { shownAfterMs: null });
  let isStarted = false;
  const start = ({ timeStamp }: Event): void => {
    if (isStarted) return;
    isStarted = true;
    const check = (): void => {
      if (isShown()) Object.assign(globalThis, { shownAfterMs: performance.now() - timeStamp });
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  };
  // In the capture phase, because a click before hydration is stopped and replayed later.
  for (const type of ['pointerdown', 'input']) addEventListener(type, start, { capture: true, once: true });
};

/** The time until the result in milliseconds; `NaN` after the limit. */
const measure = async (page: Page, { result, ...interaction }: Interaction): Promise<number> => {
  await page.evaluate(watch, result);
  await act(page, interaction);
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await setTimeout(50)) {
    const ms = await page.evaluate<number | null>(() => Reflect.get(globalThis, 'shownAfterMs'));
    if (ms !== null) return ms;
  }
  return Number.NaN;
};

const visit = async (browser: Browser, origin: string, interaction: Interaction): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  if (!interaction.hasCookieBanner) await hideCookieBanner(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(origin + interaction.path);
  if (interaction.hasCookieBanner) await page.locator('#cookie-box').waitFor();
  if (IS_SCROLLED) await page.locator(interaction.control).first().scrollIntoViewIfNeeded();
  await setTimeout(IDLE_MS);

  const ms = await measure(page, interaction);
  await context.close();
  return ms;
};

/**
 * `npm run bench:browser -- first-use`: measures the latency of the first interaction with each client component, with an empty cache
 * and 4x CPU throttling, three seconds after the page has loaded. By default a control below the window is scrolled
 * into view immediately before it is used. With `BENCH_SCROLLED=1` the page is scrolled before the pause of three seconds, as a visitor
 * would do, and hydrated by the scrolling.
 */
export const measureFirstUse = async (origin: string): Promise<void> => {
  const browser = await launchBrowser(requireFullBrowser());
  const rows: string[][] = [];
  for (const interaction of INTERACTIONS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await visit(browser, origin, interaction));
    rows.push([interaction.name, withSpread(times)]);
  }
  await browser.close();
  table(['first use', 'ms'], rows);
};
