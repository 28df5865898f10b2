import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import { readRepositorySnapshot, serveWordPress } from '../support/wordpress-server.ts';
import { table } from './table.ts';

const CALL_MS = 1_500;
/** The routes that exist whatever WordPress contains, so that their first byte does not wait for it. */
const ROUTES = [
  '/',
  '/faq',
  '/news',
  '/events',
  '/about-us',
  '/solutions',
  '/contact',
  '/domain-list-check',
  '/RSOC-for-domains-application',
  '/privacy-policy',
  '/agb.php',
];
/** The times from the request to the first and to the last byte, in milliseconds. */
const load = async (url: string) => {
  const sentAt = performance.now();
  const response = await fetch(url);
  let firstMs = 0;
  for await (const _ of response.body ?? []) firstMs ||= performance.now() - sentAt;
  const endedAt = performance.now();
  return { firstMs, wholeMs: endedAt - sentAt, endedAt };
};

const format = (ms: number): string => Math.round(ms).toString();

/**
 * For each page, a fresh process and a WordPress that takes 1.5 s for each call: when the first byte arrives, when the last, how long
 * after WordPress's last answer that is, and the same for a process that starts with what the first one has read.
 */
export const measureColdPages = async (): Promise<void> => {
  const wordpress = await serveWordPress(readRepositorySnapshot(), stopLater);
  wordpress.setLatency(CALL_MS);
  /** Uses a fresh process, and then a second one with its data directory. */
  const withSites = async (use: (url: string) => Promise<void>): Promise<void> => {
    const data = await mkdtemp(path.join(tmpdir(), 'cold-'));
    for (const _ of [1, 2]) {
      const site = await startSiteProcess({ CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '8000', DATA_DIR: data });
      await use(site.url);
      await site.stop();
    }
    await rm(data, { recursive: true });
  };

  const rows: string[][] = [];
  for (const route of ROUTES) {
    const cells: number[] = [];
    const measure = async (url: string): Promise<void> => {
      const { firstMs, wholeMs, endedAt } = await load(url + route);
      cells.push(firstMs, wholeMs, ...(cells.length === 0 ? [endedAt - wordpress.lastAnsweredAt()] : []));
    };
    await withSites(measure);
    rows.push([`\`${route}\``, ...cells.map(format)]);
  }
  const restarted = ['first byte, restarted', 'whole page, restarted'];
  table(['page', 'first byte', 'whole page', 'after the last answer', ...restarted], rows);

  await wordpress.stop();
};
