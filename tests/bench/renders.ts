import type { Sampling } from './load-generator.ts';
import { cpuTimeOf, mainThreadTimeOf, waitUntilIdle } from './process-usage.ts';
import { type Site, startSite, stop } from './servers.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

/** The home page, the FAQ, an article, a search and an error page. */
const PATHS = ['/', '/faq', '/what-a-for-sale-banner-costs', '/faq?q=payout', '/no-such-page'];
const REQUESTS = 40;

/** CPU time per request in ms, including work in the background. */
type Cost = { readonly mainThread: number; readonly allThreads: number };

const measureCost = async ({ url, pid }: Site, pathname: string): Promise<Cost> => {
  await waitUntilIdle(pid);
  const before = { mainThread: mainThreadTimeOf(pid), allThreads: cpuTimeOf(pid) };
  for (let request = 0; request < REQUESTS; request += 1) {
    await (await fetch(url + pathname, { headers: { 'accept-encoding': 'br' } })).bytes();
  }
  await waitUntilIdle(pid);
  return {
    mainThread: ((mainThreadTimeOf(pid) - before.mainThread) * 1_000) / REQUESTS,
    allThreads: ((cpuTimeOf(pid) - before.allThreads) * 1_000) / REQUESTS,
  };
};

/**
 * Measures the CPU time of a render with one request after the other, without caching. `BENCH_BASE` is the directory of another built
 * checkout; both are then measured alternately.
 */
export const measureRenders = async ({ rounds }: Sampling): Promise<void> => {
  const directories = [...(process.env.BENCH_BASE ? [process.env.BENCH_BASE] : []), '.'];
  const sites: { readonly directory: string; readonly site: Site }[] = [];
  for (const directory of directories) sites.push({ directory, site: await startSite({ CMS_TTL_S: '0' }, directory) });
  const rows: string[][] = [];
  for (const pathname of PATHS) {
    for (const { site } of sites) await measureCost(site, pathname);
    const costs = sites.map(({ directory, site }) => ({ directory, site, runs: [] as Cost[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { site, runs } of costs) runs.push(await measureCost(site, pathname));
    }
    for (const { directory, runs } of costs) {
      const allThreads = runs.map((run) => run.allThreads);
      rows.push([
        pathname,
        directory === '.' ? 'this checkout' : 'base',
        withSpread(
          runs.map((run) => run.mainThread),
          1,
        ),
        withSpread(allThreads, 1),
        withSpread(
          allThreads.map((ms) => 1_000 / ms),
          0,
        ),
      ]);
    }
  }
  console.log('\nRenders: CPU time per request without caching (CMS_TTL_S=0), one request at a time');
  table(['page', 'build', 'main thread ms', 'all threads ms', 'renders a second on one core'], rows);
  for (const { site } of sites) await stop(site.child);
};
