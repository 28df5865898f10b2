import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { openSlowLine } from './slow-line.ts';

/**
 * Measures the way to the next page on slow 4G: a visitor points at a link for 300 ms and presses it. Prints when the new
 * heading stands in the document and when it is painted, in milliseconds from the press, the median of five visits; once
 * with React there, and once as the first thing that the visitor does.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8477);
const SLOW_4G = { roundTripMs: 150, bytesPerS: 200_000 } as const;
const VISITS = 5;
const POINTED_MS = 300;
const LIMIT_MS = 4_000;
const FROM = '/solutions';
const TO = ['/news', '/about-us', '/faq'] as const;

type Seen = { readonly inDocument: number; readonly painted: number };

/** Runs in every document: keeps when the link was pressed and when a heading followed that is not the one it stood under. */
const watch = (): void => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
  const now = (): string => String(performance.timeOrigin + performance.now());
  addEventListener('click', () => {
    sessionStorage.pressed = now();
    sessionStorage.before = document.querySelector('h1')?.textContent;
  });
  const look = (): void => {
    const text = document.querySelector('h1')?.textContent;
    if (!sessionStorage.pressed || sessionStorage.inDocument || !text || text === sessionStorage.before) return;
    sessionStorage.inDocument = now();
    requestAnimationFrame(() =>
      globalThis.setTimeout(() => {
        sessionStorage.painted = now();
      }),
    );
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
};

const visit = async (browser: Browser, origin: string, to: string, isHydrated: boolean): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(origin + FROM, { waitUntil: 'networkidle' });
  if (isHydrated) {
    await page.mouse.move(600, 500);
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForLoadState('networkidle');
  }
  await page.locator(`header nav a[href="${to}"]`).hover();
  await setTimeout(POINTED_MS);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => sessionStorage.painted !== undefined, null, { timeout: LIMIT_MS });
  const seen = await page.evaluate(() => ({
    inDocument: sessionStorage.inDocument - sessionStorage.pressed,
    painted: sessionStorage.painted - sessionStorage.pressed,
  }));
  await page.waitForLoadState('networkidle');
  await context.close();
  return seen;
};

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN);

const stopSite = await startMeasuredSite(PORT);
try {
  const line = await openSlowLine(PORT, SLOW_4G);
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });

  console.log('| the page has | to | new heading in the document | painted |');
  console.log('|---|---|---:|---:|');
  for (const isHydrated of [true, false]) {
    for (const to of TO) {
      const visits: Seen[] = [];
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visit(browser, `http://localhost:${line.port}`, to, isHydrated));
      const figures = [visits.map((one) => one.inDocument), visits.map((one) => one.painted)].map(median);
      console.log(`| ${[isHydrated ? 'React' : 'no React yet', `\`${to}\``, ...figures].join(' | ')} |`);
    }
  }
  await browser.close();
  line.close();
} finally {
  await stopSite();
}
