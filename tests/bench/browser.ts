import { startSiteProcess } from '../support/site-process.ts';
import { measureFirstUse } from './first-use.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { measureWithLighthouse } from './lighthouse.ts';
import { measureMainThread } from './main-thread.ts';
import { measureNextPage } from './next-page.ts';

/**
 * `npm run bench:browser [-- first-use]`: starts the built site and runs all benchmarks with a browser, or one with its arguments, which
 * the comment in its file describes. `BENCH_ROUNDS` is the number of visits.
 */
const BENCHMARKS: Readonly<Record<string, (origin: string, args: readonly string[]) => Promise<void>>> = {
  lighthouse: measureWithLighthouse,
  'first-use': measureFirstUse,
  'next-page': measureNextPage,
  'main-thread': measureMainThread,
};

const [selected, ...args] = process.argv.slice(2);
const names = selected === undefined ? Object.keys(BENCHMARKS) : [selected];
await requireIdleMachine();
const site = await startSiteProcess({ SITE_INDEXABLE: 'true' });
try {
  for (const name of names) {
    const measure = BENCHMARKS[name];
    if (!measure) throw new Error(`"${name}" is none of the benchmarks ${Object.keys(BENCHMARKS).join(', ')}.`);
    console.log(`\n## ${name}`);
    await measure(site.url, args);
  }
} finally {
  await site.stop();
}
