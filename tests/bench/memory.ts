import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { type Sampling, sendLoad } from './load-generator.ts';
import { peakMemoryOf, residentMemoryOf } from './process-usage.ts';
import { startSite, stop, type Target } from './servers.ts';
import { table } from './table.ts';

const CONNECTIONS = 50;
const HITS = 1_000_000;
const UNIQUE_URLS = 100_000;
/** Time limit of each load. On slow machines fewer requests are sent; the table shows how many. */
const MAX_LOAD_S = 120;
/** Every kind of URL that a client can make up. */
const KINDS = [
  '/SLUG',
  '/events/SLUG',
  '/a/SLUG/b',
  '/faq?utm=SLUG',
  '/news?page=SLUG',
  '/SLUG/_payload.json',
  '/payloads/SLUG.txt',
];

const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

/** Requests unique URLs of every kind; returns the number of requests. */
const requestUniqueUrls = async (url: string): Promise<number> => {
  const endsAt = performance.now() + MAX_LOAD_S * 1_000;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let remaining = UNIQUE_URLS;
  const visit = async (): Promise<void> => {
    while (remaining > 0 && performance.now() < endsAt) {
      remaining -= 1;
      const pathname = (KINDS[remaining % KINDS.length] ?? '').replace('SLUG', randomBytes(8).toString('hex'));
      await new Promise((resolve, reject) => {
        get(url + pathname, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visit));
  agent.destroy();
  return UNIQUE_URLS - remaining;
};

/** The memory of the process after the start, after many hits and after many unknown URLs. */
export const measureMemory = async ({ seconds }: Sampling): Promise<void> => {
  const rows: string[][] = [];
  const record = (when: string, { pid }: Target) =>
    rows.push([when, formatInteger(residentMemoryOf(pid)), formatInteger(peakMemoryOf(pid))]);
  const hitSite = await startSite();
  record('after the start', hitSite);
  const endsAt = performance.now() + MAX_LOAD_S * 1_000;
  const load = { pathname: '/', encoding: 'br', connections: CONNECTIONS };
  let sent = 0;
  while (sent < HITS && performance.now() < endsAt) sent += (await sendLoad(hitSite, load, seconds)).total;
  record(`after ${formatInteger(sent)} hits`, hitSite);
  await stop(hitSite.child);

  const uniqueUrlSite = await startSite();
  const requested = await requestUniqueUrls(uniqueUrlSite.url);
  record(`after ${formatInteger(requested)} unique URLs`, uniqueUrlSite);
  await stop(uniqueUrlSite.child);
  console.log('\nMemory of the process, in MB');
  table(['when', 'resident', 'peak'], rows);
};
