import type { Result } from 'lighthouse';
import { openLighthouse } from '../support/lighthouse.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { median } from './statistics.ts';

/**
 * `npm run bench:browser -- lighthouse [/faq /news]`: measures the given pages, or all pages of the sitemap, with Lighthouse's mobile
 * preset and prints the median of three runs (`BENCH_ROUNDS`). Run it on an idle machine.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8474);
const ORIGIN = `http://localhost:${PORT}`;
const RUNS = Number(process.env.BENCH_ROUNDS ?? 3);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FIGURES = {
  'FCP s': ['first-contentful-paint', 1_000, 2],
  'LCP s': ['largest-contentful-paint', 1_000, 2],
  CLS: ['cumulative-layout-shift', 1, 3],
  'TBT ms': ['total-blocking-time', 1, 0],
  KB: ['total-byte-weight', 1_024, 0],
} as const;

const FLAGS = { onlyCategories: [...CATEGORIES], disableFullPageScreenshot: true };

const listPages = async (): Promise<string[]> => {
  const sitemap = await (await fetch(`${ORIGIN}/sitemap.xml`)).text();
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname);
};

const stopSite = await startMeasuredSite(PORT, { SITE_INDEXABLE: 'true' });
try {
  const paths = process.argv.slice(2);
  const pages = paths.length > 0 ? paths : await listPages();
  const browser = await openLighthouse();

  console.log(`| page | ${[...CATEGORIES, ...Object.keys(FIGURES)].join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(CATEGORIES.length + Object.keys(FIGURES).length)}`);
  for (const page of pages) {
    // Warms up the caches of the server.
    await fetch(ORIGIN + page);
    const runs: Result[] = [];
    for (let attempts = 0; runs.length < RUNS && attempts < 2 * RUNS; attempts += 1) {
      try {
        runs.push(await browser.audit(ORIGIN + page, FLAGS));
      } catch (error) {
        // Sometimes the trace lacks the start of the navigation. The run is then repeated.
        if (!String(error).includes('NO_NAVSTART')) throw error;
      }
    }
    const scores = CATEGORIES.map((id) => Math.round(median(runs.map((run) => run.categories[id]?.score ?? 0)) * 100));
    const figures = Object.values(FIGURES).map(([id, divisor, digits]) =>
      (median(runs.map((run) => run.audits[id]?.numericValue ?? Number.NaN)) / divisor).toFixed(digits),
    );
    console.log(`| \`${page}\` | ${[...scores, ...figures].join(' | ')} |`);
  }
  await browser.close();
} finally {
  await stopSite();
}
