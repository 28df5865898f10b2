import lighthouse, { type Result } from 'lighthouse';
import { launchBrowser, requireFullBrowser } from '../browser.ts';
import { freePort } from '../support/free-port.ts';
import { listSitemap } from '../support/walk-site.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const RUNS = Number(process.env.BENCH_ROUNDS ?? 3);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FIGURES = {
  'FCP s': ['first-contentful-paint', 1_000, 2],
  'LCP s': ['largest-contentful-paint', 1_000, 2],
  CLS: ['cumulative-layout-shift', 1, 3],
  'TBT ms': ['total-blocking-time', 1, 0],
  KB: ['total-byte-weight', 1_024, 0],
} as const;

const audit = async (url: string, port: number): Promise<Result> => {
  const flags = { onlyCategories: [...CATEGORIES], disableFullPageScreenshot: true };
  const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json', ...flags });
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not audit ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  return result.lhr;
};

/**
 * `npm run bench:browser -- lighthouse [/faq /news]`: measures the given pages, or all pages of the sitemap, with Lighthouse's mobile
 * preset; medians of three runs.
 */
export const measureWithLighthouse = async (origin: string, paths: readonly string[]): Promise<void> => {
  const pages = paths.length > 0 ? paths : await listSitemap(origin);
  const port = await freePort();
  const browser = await launchBrowser(requireFullBrowser(), [`--remote-debugging-port=${port}`]);
  const rows: string[][] = [];
  for (const page of pages) {
    // Warms up the caches of the server.
    await fetch(origin + page);
    const runs: Result[] = [];
    for (let attempts = 0; runs.length < RUNS && attempts < 2 * RUNS; attempts += 1) {
      try {
        runs.push(await audit(origin + page, port));
      } catch (error) {
        // Sometimes the trace lacks the start of the navigation. The run is then repeated.
        if (!String(error).includes('NO_NAVSTART')) throw error;
      }
    }
    const scores = CATEGORIES.map((id) => Math.round(median(runs.map((run) => run.categories[id]?.score ?? 0)) * 100));
    const figures = Object.values(FIGURES).map(([id, divisor, digits]) =>
      (median(runs.map((run) => run.audits[id]?.numericValue ?? Number.NaN)) / divisor).toFixed(digits),
    );
    rows.push([`\`${page}\``, ...scores.map(String), ...figures]);
  }
  await browser.close();
  table(['page', ...CATEGORIES, ...Object.keys(FIGURES)], rows);
};
