import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

/**
 * `npm run bench:browser -- first-use [http://localhost:8080 [http://localhost:8081]]`: measures the latency of the first interaction with each
 * client component, with an empty cache and 4x CPU throttling, three seconds after the page has loaded. Prints the time until
 * visual feedback, until the result, and until the result of a second interaction, in milliseconds.
 *
 * Without a URL, the built site is started and measured. With two, they are measured in turn, and each round gives a ratio of
 * the second to the first. `BENCH_ROUNDS` is the number of visits (default 5), `BENCH_NETWORKS` a comma-separated list of `4G`
 * (the preset of Chromium's developer tools) and `slow 4G` (the preset of Lighthouse). By default a control below the window is
 * scrolled into view immediately before it is used. With `BENCH_SCROLLED=1` the page is scrolled before the pause of three seconds, as
 * a visitor would do, and hydrated by the scrolling.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8475);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const IS_SCROLLED = process.env.BENCH_SCROLLED === '1';
const IDLE_MS = 3_000;
const LIMIT_MS = 10_000;
/** Round trip time in ms, and bandwidth in bytes per second. */
const NETWORKS = {
  '4G': { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 },
  'slow 4G': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
} as const;
type Network = (typeof NETWORKS)[keyof typeof NETWORKS];
const NETWORK_NAMES = (process.env.BENCH_NETWORKS ?? Object.keys(NETWORKS).join()).split(',');

type Interaction = {
  readonly name: string;
  readonly path: string;
  readonly hasCookieBanner?: boolean;
  /** The selector of the control, which is clicked. */
  readonly control: string;
  /** A key that is pressed in the control instead of clicking it. */
  readonly key?: string;
  /** A selector that matches once there is visual feedback. The result also counts as feedback. */
  readonly feedback: string;
  /** A selector that matches once the interaction is complete. */
  readonly result: string;
  /** Restores the initial state without loading a document. */
  readonly reset?: (page: Page) => Promise<void>;
};

const BUSY = '[aria-busy="true"]';

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
    feedback: 'input[type=search]:not(:placeholder-shown)',
    result: '[role=status]:not(:empty)',
    reset: async (page) => page.locator('input[type=search]').fill(''),
  },
  {
    name: 'gallery, open an image',
    path: '/events/lane-markings-lisbon',
    control: 'a[data-gallery-item]',
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
    control: 'main form button[type=submit]',
    feedback: BUSY,
    result: '#answer:focus',
    reset: async (page) => page.locator('main form button[type=submit]:not([aria-disabled])').focus(),
  },
  {
    name: 'application, send an empty form',
    path: '/RSOC-for-domains-application',
    // Without scripts the only button is at the end; with scripts each step has one.
    control: 'main form button:visible',
    feedback: BUSY,
    result: '#answer:focus',
  },
  {
    name: 'cookie banner, accept',
    path: '/faq',
    hasCookieBanner: true,
    control: '#cookie-box button[value=all]',
    feedback: BUSY,
    result: 'body:not(:has(#cookie-box))',
  },
  {
    name: 'cookie settings, open',
    path: '/',
    control: '[data-consent-settings]',
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
    control: '[data-theme-choice=dark]',
    feedback: 'html[data-theme=dark]',
    result: 'html[data-theme=dark]',
    reset: (page) => act(page, { control: '[data-theme-choice=system]' }),
  },
];

/** In milliseconds. `second` is the time until the result of the second interaction. */
type Visit = { readonly feedback: number; readonly result: number; readonly second: number | null };
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
  { feedback, result, ...interaction }: Interaction,
): Promise<{ feedback: number; result: number }> => {
  await page.evaluate(watch, { feedback, result });
  await act(page, interaction);
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const times = await page.evaluate(() => (globalThis as unknown as { times: Times }).times);
    if (times.result !== null || performance.now() > deadline)
      return { feedback: times.feedback ?? Number.NaN, result: times.result ?? Number.NaN };
    await setTimeout(50);
  }
};

const visit = async (browser: Browser, origin: string, interaction: Interaction, network: Network): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  if (!interaction.hasCookieBanner)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(origin + interaction.path);
  if (interaction.hasCookieBanner) await page.locator('#cookie-box').waitFor();
  if (IS_SCROLLED) await page.locator(interaction.control).first().scrollIntoViewIfNeeded();
  await setTimeout(IDLE_MS);

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

const toRow = (visits: readonly Visit[]): string[] => {
  const secondResults = visits.flatMap(({ second }) => (second === null ? [] : [second]));
  return [
    withSpread(visits.map(({ feedback }) => feedback)),
    withSpread(visits.map(({ result }) => result)),
    secondResults.length > 0 ? withSpread(secondResults) : '',
  ];
};

const measureInteraction = async (
  browser: Browser,
  origins: readonly string[],
  interaction: Interaction,
  network: Network,
): Promise<string[][]> => {
  const visits = new Map<string, Visit[]>(origins.map((origin) => [origin, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [origin, siteVisits] of visits) siteVisits.push(await visit(browser, origin, interaction, network));

  const rows = [...visits].map(([origin, siteVisits]) => [interaction.name, origin, ...toRow(siteVisits)]);
  const [first = [], second] = visits.values();
  if (second) {
    const ratios = second.map(({ result }, round) => result / (first[round]?.result ?? 0));
    rows.push([interaction.name, 'ratio of each round', '', withSpread(ratios, 2), '']);
  }
  return rows;
};

await requireIdleMachine();
const urls = process.argv.slice(2).map((url) => new URL(url).origin);
const stopSite = urls.length === 0 ? await startMeasuredSite(PORT) : null;
const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });
try {
  const origins = urls.length > 0 ? urls : [`http://localhost:${PORT}`];
  for (const [name, network] of Object.entries(NETWORKS)) {
    if (!NETWORK_NAMES.includes(name)) continue;
    console.log(`\n${name}, ${ROUNDS} rounds`);
    const rows: string[][] = [];
    for (const interaction of INTERACTIONS)
      rows.push(...(await measureInteraction(browser, origins, interaction, network)));
    table(['interaction', 'site', 'feedback', 'result', 'result of the second interaction'], rows);
  }
} finally {
  await browser.close();
  await stopSite?.();
}
