import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { peakMemoryOf, residentMemoryOf } from './process-usage.ts';
import { startSite } from './servers.ts';
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

/** Sends requests; returns their number. */
const request = async (url: string, count: number, toPath: (at: number) => string): Promise<number> => {
  const endsAt = performance.now() + MAX_LOAD_S * 1_000;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const headers = { 'accept-encoding': 'br' };
  let sent = 0;
  const visit = async (): Promise<void> => {
    while (sent < count && performance.now() < endsAt) {
      sent += 1;
      await new Promise((resolve, reject) => {
        get(url + toPath(sent), { agent, headers }, (response) => response.resume().once('end', resolve)).once(
          'error',
          reject,
        );
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visit));
  agent.destroy();
  return sent;
};

const toUnknownPath = (at: number): string =>
  (KINDS[at % KINDS.length] ?? '').replace('SLUG', randomBytes(8).toString('hex'));

/** The memory of the process after the start, after many hits and after many unknown URLs. */
export const measureMemory = async (): Promise<void> => {
  const rows: string[][] = [];
  const record = (when: string, pid: number) =>
    rows.push([when, formatInteger(residentMemoryOf(pid)), formatInteger(peakMemoryOf(pid))]);
  const hitSite = await startSite();
  record('after the start', hitSite.pid);
  const hits = await request(hitSite.url, HITS, () => '/');
  record(`after ${formatInteger(hits)} hits`, hitSite.pid);
  await hitSite.stop();

  const unknownUrlSite = await startSite();
  const requested = await request(unknownUrlSite.url, UNIQUE_URLS, toUnknownPath);
  record(`after ${formatInteger(requested)} unknown URLs`, unknownUrlSite.pid);
  await unknownUrlSite.stop();
  console.log('\nMemory of the process, in MB');
  table(['when', 'resident', 'peak'], rows);
};
