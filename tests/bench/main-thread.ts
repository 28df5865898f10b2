import { type Browser, devices } from '@playwright/test';
import { launchBrowser, requireFullBrowser } from '../browser.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PATHS = ['/', '/faq'];
const SCREEN = { ...devices['Pixel 7'], viewport: { width: 412, height: 823 } } as const;
/** The time a page gets for its idle work after loading: late styles and fonts, the cookie banner. */
const IDLE_MS = 2_000;

/** The CPU time of the main thread of the renderer until the page is idle, in milliseconds. */
const visit = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(IDLE_MS);
  const { metrics } = await session.send('Performance.getMetrics');
  await context.close();
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
};

/**
 * `npm run bench:browser -- main-thread`: loads pages with an empty cache on a phone-sized screen, without throttling. CPU time hardly
 * depends on other load on the machine, while wall time does.
 */
export const measureMainThread = async (origin: string): Promise<void> => {
  const browser = await launchBrowser(requireFullBrowser());
  const rows: string[][] = [];
  for (const path of PATHS) {
    // Warms up the caches of the server and of the browser.
    await visit(browser, origin + path);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await visit(browser, origin + path));
    rows.push([`\`${path}\``, withSpread(times)]);
  }
  await browser.close();
  table(['page', 'CPU ms of the main thread'], rows);
};
