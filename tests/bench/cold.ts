import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIXED_ROUTES } from '../support/fixed-routes.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startMeasuredSite } from '../support/measured-site.ts';

/*
 * `npm run bench:server -- cold`: for each page, a fresh process and a WordPress that takes 1.5 s for each call. Prints when the first byte
 * arrives, when the last, how long after WordPress's last answer that is, and the same for a process that starts with what the first one
 * has read. Then twenty pages are requested from a fresh process at the same moment.
 */

const PORT = 4_790;
const CALL_MS = 1_500;
/** Pages that exist only if WordPress has them, so that their first byte waits for its answer. */
const CMS_PAGES = [
  '/imprint',
  '/nameserver-setup',
  '/portfolio-audit',
  '/rsoc-for-domains-opens',
  '/lower-wire-minimum-and-payoneer',
  '/pointing-check-every-six-hours',
  '/payout-dates-winter-2026',
  '/events/lane-markings-lisbon',
  '/events/zone-file-forum-singapore',
  '/events/type-in-week-dubai',
] as const;

let lastAnswerAt = 0;

/** The snapshot of the repository, as a slow WordPress answers it. It has no more than one page of each list. */
const startWordPress = async (): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wordpress');
    await sleep(CALL_MS);
    const text = await readFile(path.join('private/content', `${pathname}.json`), 'utf8').catch(() => null);
    const content: unknown = text === null ? { code: 'rest_no_route' } : JSON.parse(text);
    const [slug, ids] = [searchParams.get('slug'), searchParams.get('include')?.split(',')];
    const isWanted = (item: { readonly slug?: string; readonly id?: number }): boolean =>
      (slug === null || item.slug === slug) && (ids === undefined || ids.includes(String(item.id)));
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'application/json', 'x-wp-totalpages': '1' });
    response.end(JSON.stringify(Array.isArray(content) ? content.filter(isWanted) : content));
    lastAnswerAt = performance.now();
  });
  return { url: `http://127.0.0.1:${await listenOnLoopback(server)}`, server };
};

/** The times from the request to the first and to the last byte, in milliseconds, and what the first chunk contains. */
const load = async (route: string) => {
  const sentAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${PORT}${route}`);
  const decoder = new TextDecoder();
  let [first, html, firstMs] = ['', '', 0];
  for await (const chunk of response.body ?? []) {
    firstMs ||= performance.now() - sentAt;
    html += decoder.decode(chunk, { stream: true });
    first ||= html;
  }
  const endedAt = performance.now();
  return {
    firstMs,
    wholeMs: endedAt - sentAt,
    endedAt,
    hasHeader: first.includes('</header>'),
    hasH1: first.includes('<h1'),
  };
};

const loadAtOnce = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  const data = await mkdtemp(path.join(tmpdir(), 'streaming-'));
  const stop = await startMeasuredSite(PORT, { ...settings, DATA_DIR: data });
  const loads = await Promise.all([...FIXED_ROUTES, ...CMS_PAGES].map(load));
  await stop();
  await rm(data, { recursive: true });
  const firsts = loads.map(({ firstMs }) => firstMs);
  const last = Math.max(...loads.map(({ endedAt }) => endedAt));
  console.log(
    `\n${loads.length} pages at once: first bytes of the ${FIXED_ROUTES.length} routes after ${round(Math.min(...firsts))} to ${round(Math.max(...firsts.slice(0, FIXED_ROUTES.length)))} ms; the slowest page was whole ${round(last - lastAnswerAt)} ms after the last answer.`,
  );
};

const round = (ms: number): string => Math.round(ms).toString();

/** Measures pages in a process that has just started, with a slow WordPress, and in one that knows its last answers. */
export const measureColdPages = async (): Promise<void> => {
  const { url, server } = await startWordPress();
  console.log(
    '| page | first byte | `</header>`, `<h1>` in it | whole page | after the last answer | first byte, restarted | whole page, restarted |',
  );
  console.log('| --- | ---: | --- | ---: | ---: | ---: | ---: |');
  const settings = { CMS_URL: url, CMS_TIMEOUT_MS: '8000', SITE_URL: `http://127.0.0.1:${PORT}` };
  for (const route of FIXED_ROUTES) {
    const data = await mkdtemp(path.join(tmpdir(), 'streaming-'));
    const stop = await startMeasuredSite(PORT, { ...settings, DATA_DIR: data });
    const cold = await load(route);
    const afterMs = cold.endedAt - lastAnswerAt;
    await stop();
    const stopAgain = await startMeasuredSite(PORT, { ...settings, DATA_DIR: data });
    const restarted = await load(route);
    await stopAgain();
    await rm(data, { recursive: true });
    const has = [cold.hasHeader, cold.hasH1].map((contains) => (contains ? 'yes' : 'no')).join(', ');
    const cells = [cold.firstMs, has, cold.wholeMs, afterMs, restarted.firstMs, restarted.wholeMs];
    console.log(
      `| \`${route}\` | ${cells.map((cell) => (typeof cell === 'number' ? round(cell) : cell)).join(' | ')} |`,
    );
  }
  await loadAtOnce(settings);
  server.closeAllConnections();
  server.close();
};
