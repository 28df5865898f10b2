import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startSite, stop } from './servers.ts';
import { table } from './table.ts';

/**
 * The load benchmark: what other visitors feel while one client attacks. Every visitor has an address of its own, which the
 * site takes from `X-Forwarded-For`, because loopback addresses are exempt from the limits.
 */
const ATTACKER = '203.0.113.9';
const VISITOR = '198.51.100.20';
/** The time that a burst is watched, and the pause between two probes of one URL. */
const WATCHED_MS = 10_000;
const PROBE_EVERY_MS = 25;
const PIPELINED = 2_900;
const SOCKETS = 29;
const DROPPED_AFTER_MS = 300;
const UNCACHED_PER_S = 45;
const SLUGS_PER_S = 30;
const CMS_PER_S = 20;
const WARM_UP_MS = 2_000;
/** Pages that visitors have had before the attack, as on any site that has run for a minute. */
const WARM_UP_PATHS = ['/', '/healthz', '/faq', '/faq?q=ads', '/contact', '/no/such/page'];

type Answer = { readonly status: number; readonly ms: number };
type Scenario = {
  readonly name: string;
  readonly attack: (url: string) => Promise<void>;
  /** Starts what the site reads its content from; the snapshot when absent. */
  readonly openContent?: typeof openSlowCms;
  /** Paths that the visitor requests for the first time in the middle of the attack, then once a second. */
  readonly articles?: readonly string[];
};

const request = (url: string, address: string, agent: Agent): Promise<Answer> => {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    get(url, { agent, headers: { 'x-forwarded-for': address, 'accept-encoding': 'br' } }, (response) => {
      response
        .resume()
        .once('end', () => done(response.statusCode ?? 0))
        .once('error', () => done(0));
    }).once('error', () => done(0));
  });
};

/** Starts a request at fixed times, whether or not the one before was answered, so that no wait is left out. */
const probe = async (urls: readonly string[], everyMs: number, endsAt: number): Promise<Answer[]> => {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<Answer>[] = [];
  for (let next = performance.now(); next < endsAt; next += everyMs) {
    await sleep(Math.max(0, next - performance.now()));
    for (const url of urls) answers.push(request(url, VISITOR, agent));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
};

/** Sends requests in one go over a few connections, and drops the connections after 300 ms. */
const pipeline =
  (toRequest: (at: number) => string) =>
  async (url: string): Promise<void> => {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: SOCKETS }, () => connect(Number(port), hostname).on('error', () => undefined));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const [index, socket] of sockets.entries()) {
      const requests = Array.from({ length: PIPELINED / SOCKETS }, (_, at) =>
        toRequest(index * (PIPELINED / SOCKETS) + at),
      );
      socket.resume().write(requests.join(''));
    }
    await sleep(DROPPED_AFTER_MS);
    for (const socket of sockets) socket.resetAndDestroy();
  };

const rawRequest = (line: string, headers = '', body = ''): string =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${ATTACKER}\r\n${headers}\r\n${body}`;

const FOREIGN_POST =
  'origin: https://evil.test\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 0\r\n';

/** Requests at a steady rate until the watch ends. */
const steadily =
  (perS: number, toPath: (at: number) => string) =>
  async (url: string): Promise<void> => {
    const agent = new Agent({ keepAlive: true });
    const endsAt = performance.now() + WATCHED_MS;
    const answers: Promise<Answer>[] = [];
    for (let next = performance.now(); next < endsAt; next += 1_000 / perS) {
      await sleep(Math.max(0, next - performance.now()));
      answers.push(request(url + toPath(answers.length), ATTACKER, agent));
    }
    await Promise.race([Promise.all(answers), sleep(WATCHED_MS)]);
    agent.destroy();
  };

const Rows = z.array(z.looseObject({ id: z.number(), slug: z.string().optional() }));

/** A content system that answers from the snapshot's files, one request after another, `CMS_PER_S` a second. */
const openSlowCms = async () => {
  let busy = Promise.resolve();
  const server = createServer(async ({ url = '/' }, response) => {
    busy = busy.then(() => sleep(1_000 / CMS_PER_S));
    await busy;
    const { pathname, searchParams } = new URL(url, 'http://cms');
    const file = `private/content${pathname}.json`;
    const body: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    const rows = Rows.safeParse(body);
    const [slug, include] = [searchParams.get('slug'), searchParams.get('include')?.split(',')];
    const found = rows.data?.filter(
      (row) => (slug === null || row.slug === slug) && (!include || include.includes(String(row.id))),
    );
    const perPage = Number(searchParams.get('per_page') ?? 10);
    const from = (Number(searchParams.get('page') ?? 1) - 1) * perPage;
    response.writeHead(body === null ? 404 : 200, {
      'content-type': 'application/json',
      'x-wp-total': String(found?.length ?? 0),
      'x-wp-totalpages': String(Math.ceil((found?.length ?? 0) / perPage)),
    });
    response.end(JSON.stringify(found?.slice(from, from + perPage) ?? body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

const slugsOf = (collection: string): string[] =>
  Rows.parse(JSON.parse(readFileSync(`private/content/wp-json/wp/v2/${collection}.json`, 'utf8'))).map(
    ({ slug }) => slug ?? '',
  );

const ARTICLES = [...slugsOf('posts').map((slug) => `/${slug}`), ...slugsOf('events').map((slug) => `/events/${slug}`)];

const scenarios: readonly Scenario[] = [
  { name: 'nobody attacks', attack: async () => undefined },
  {
    name: `${PIPELINED} pipelined FAQ searches, dropped`,
    attack: pipeline((at) => rawRequest(`GET /faq?q=payout${at}`)),
  },
  { name: `${UNCACHED_PER_S} FAQ searches a second`, attack: steadily(UNCACHED_PER_S, (at) => `/faq?q=payout${at}`) },
  {
    name: `${UNCACHED_PER_S} forms with ?sent= a second`,
    attack: steadily(UNCACHED_PER_S, (at) => `/contact?sent=${at}`),
  },
  {
    name: `${PIPELINED} pipelined malformed URLs`,
    attack: pipeline((at) => rawRequest(`GET ${at % 2 ? '/%zz' : '/%2f'}${at}`)),
  },
  {
    name: `${PIPELINED} pipelined foreign form posts`,
    attack: pipeline(() => rawRequest('POST /contact', FOREIGN_POST)),
  },
  {
    name: `${PIPELINED} pipelined invented RSC payloads`,
    attack: pipeline((at) => rawRequest(`GET /RSC/R/no/such/page${at}.txt`)),
  },
  {
    name: `${SLUGS_PER_S} invented slugs a second, CMS of ${CMS_PER_S} requests/s`,
    attack: steadily(SLUGS_PER_S, (at) => `/invented-slug-${at}`),
    openContent: openSlowCms,
    articles: ARTICLES,
  },
];

/** Seconds that the whole benchmark takes at most. */
export const LONGEST_LOAD_TEST_S = (scenarios.length * 3 * WATCHED_MS) / 1_000;

const percentile = (answers: readonly Answer[], share: number): string => {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
};

const latencies = (answers: readonly Answer[]): string =>
  `${percentile(answers, 0.5)} / ${percentile(answers, 0.99)} / ${percentile(answers, 1)}`;

const failed = (answers: readonly Answer[]): string =>
  `${answers.filter(({ status }) => status !== 200).length} of ${answers.length}`;

const run = async ({ name, attack, openContent, articles = [] }: Scenario): Promise<string[]> => {
  const content = await openContent?.();
  const site = await startSite({
    TRUST_PROXY: '127.0.0.1/32',
    ...(content ? { CMS_URL: content.url } : {}),
  });
  await probe(
    WARM_UP_PATHS.map((path) => site.url + path),
    PROBE_EVERY_MS,
    performance.now() + WARM_UP_MS,
  );
  const attacking = attack(site.url);
  const endsAt = performance.now() + WATCHED_MS;
  const [pages, health, ...visits] = await Promise.all([
    probe([`${site.url}/`], PROBE_EVERY_MS, endsAt),
    probe([`${site.url}/healthz`], PROBE_EVERY_MS, endsAt),
    ...articles.map(async (path) => {
      await sleep(WATCHED_MS / 2);
      return probe([site.url + path], 1_000, endsAt);
    }),
  ]);
  await attacking;
  await stop(site.child);
  content?.stop();
  const others = visits.flat();
  return [
    name,
    latencies(pages ?? []),
    latencies(health ?? []),
    failed([...(pages ?? []), ...(health ?? [])]),
    articles.length === 0 ? '' : `${failed(others)} (${latencies(others)} ms)`,
  ];
};

/**
 * Latencies of a cached page and of `/healthz` while another client sends bursts that bypass the cache. `BENCH_ATTACK` chooses
 * the attacks whose name contains it.
 */
export const measureLoad = async (): Promise<void> => {
  const rows: string[][] = [];
  const chosen = process.env.BENCH_ATTACK ?? '';
  for (const scenario of scenarios.filter(({ name }) => name.includes(chosen))) rows.push(await run(scenario));
  console.log('\nLoad: what other clients see while one client attacks; p50 / p99 / worst in ms, goal: p99 below 100');
  table(['attack', 'cached /', '/healthz', 'not 200', 'real articles not 200'], rows);
};
