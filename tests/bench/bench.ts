import { execFile, fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { LONGEST_LOAD_TEST_S, measureLoad } from './load.ts';
import { median } from './median.ts';
import { SERVER_CORE, type Site, startServer, startSite, stop, type Target } from './servers.ts';
import { table } from './table.ts';

/**
 * `npm run bench`: measures the built site and prints tables. The server is pinned to one CPU core and the load generator to
 * another. The site and a reference server are measured alternately, so that other activity on the machine affects both.
 * Install wrk as the load generator: the fallback autocannon runs on Node.js and is slower than the server that it measures.
 */
const LOAD_CORE = '1';
const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Long enough for V8 to optimise hot functions, including re-optimisation after a deoptimisation. */
const WARM_UP_S = 10;
/** Time limit of each load in the memory benchmark. On slow machines fewer requests are sent; the table shows how many. */
const MAX_LOAD_S = 120;
const HITS = 1_000_000;
const UNIQUE_URLS = 100_000;
const PATHS = ['/', '/faq'];
const ENCODINGS = ['br', 'identity'];
/** Headers that Node.js adds itself, or that differ from response to response. */
const NOT_COPIED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
const CLOCK_TICKS_PER_S = 100;
const autocannon = path.join(
  path.dirname(createRequire(import.meta.url).resolve('autocannon/package.json')),
  'autocannon.js',
);

type Run = { readonly perS: number; readonly p50: number; readonly p99: number; readonly cpuUs: number };

const Result = z.object({
  requests: z.object({ total: z.number(), average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  non2xx: z.number(),
});

/** CPU time of a process so far, in seconds. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
};

/** The resident memory of a process, in MB. */
const residentMemoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const peakMemoryOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const copyResponse = (url: string, encoding: string): Promise<{ head: string[]; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { rawHeaders } = response;
      const head = rawHeaders.filter(
        (_, index) => !NOT_COPIED.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
      );
      resolve({ head, body: Buffer.concat(chunks).toString('base64') });
    }).once('error', reject);
  });

/** Starts the reference server with responses copied from the site, on the same core. */
const startPlain = async (site: Target): Promise<Site> => {
  const port = await freePort();
  const responses: Record<string, unknown> = {};
  for (const pathname of PATHS) {
    for (const encoding of ENCODINGS)
      responses[`${pathname} ${encoding}`] = await copyResponse(site.url + pathname, encoding);
  }
  const child = fork('tests/bench/plain-server.ts');
  await promisify(execFile)('taskset', ['-acp', SERVER_CORE, String(child.pid)]);
  child.send({ port, responses });
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, startMs: 0 };
};

const onLoadCore = async (command: string, options: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('taskset', ['-c', LOAD_CORE, command, ...options], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
};

const runAutocannon = async (options: readonly string[]) =>
  Result.parse(JSON.parse(await onLoadCore(process.execPath, [autocannon, '-j', ...options])));

/** Parses a duration printed by wrk, such as `950.00us`, `1.23ms` or `1.02s`, to milliseconds. */
const toMs = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith('us') ? 0.001 : text.endsWith('ms') ? 1 : 1_000);

const loadWithWrk = async (
  url: string,
  encoding: string,
  seconds: number,
): Promise<Omit<Run, 'cpuUs'> & { total: number }> => {
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${encoding}`, url];
  const report = await onLoadCore('wrk', options);
  const read = (pattern: RegExp): string => pattern.exec(report)?.[1] ?? '';
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  return {
    perS: Number(read(/Requests\/sec:\s+([\d.]+)/)),
    total: Number(read(/(\d+) requests in/)),
    p50: toMs(read(/ 50%\s+(\S+)/)),
    p99: toMs(read(/ 99%\s+(\S+)/)),
  };
};

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

const loadWithAutocannon = async (
  url: string,
  encoding: string,
  seconds: number,
): Promise<Omit<Run, 'cpuUs'> & { total: number }> => {
  const options = ['-c', String(CONNECTIONS), '-d', String(seconds), '-H', `accept-encoding=${encoding}`, url];
  const { requests, latency, errors, timeouts, non2xx } = await runAutocannon(options);
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} not 2xx`);
  return { perS: requests.average, total: requests.total, ...latency };
};

const load = async (target: Target, pathname: string, encoding: string, seconds: number): Promise<Run> => {
  const before = cpuOf(target.pid);
  const { total, ...run } = await (hasWrk ? loadWithWrk : loadWithAutocannon)(target.url + pathname, encoding, seconds);
  return { ...run, cpuUs: ((cpuOf(target.pid) - before) * 1e6) / total };
};

const medians = (runs: readonly Run[]): Run => ({
  perS: median(runs.map(({ perS }) => perS)),
  p50: median(runs.map(({ p50 }) => p50)),
  p99: median(runs.map(({ p99 }) => p99)),
  cpuUs: median(runs.map(({ cpuUs }) => cpuUs)),
});

const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');
const formatRatio = (value: number): string => value.toFixed(2);

const measureHits = async (): Promise<void> => {
  const site = await startSite();
  const plain = await startPlain(site);
  const rows: string[][] = [];
  for (const pathname of PATHS) {
    for (const encoding of ENCODINGS) {
      const runs: { site: Run[]; plain: Run[] } = { site: [], plain: [] };
      // Warm-up, not measured.
      for (const target of [site, plain]) await load(target, pathname, encoding, WARM_UP_S);
      for (let round = 0; round < ROUNDS; round += 1) {
        runs.plain.push(await load(plain, pathname, encoding, SECONDS));
        runs.site.push(await load(site, pathname, encoding, SECONDS));
      }
      const [own, limit] = [medians(runs.site), medians(runs.plain)];
      rows.push([
        `${pathname} ${encoding}`,
        formatRatio(own.perS / limit.perS),
        formatRatio(own.p99 / limit.p99),
        formatRatio(own.cpuUs / limit.cpuUs),
        formatInteger(own.perS),
        formatInteger(limit.perS),
        `${own.p50} / ${own.p99}`,
        `${limit.p50} / ${limit.p99}`,
        `${own.cpuUs.toFixed(1)} / ${limit.cpuUs.toFixed(1)}`,
      ]);
    }
  }
  console.log('\nHits: the site compared with a plain node:http server that sends the same headers and body');
  table(
    [
      'page',
      'requests/s ratio',
      'p99 ratio',
      'CPU per request ratio',
      'site requests/s',
      'plain requests/s',
      'site p50 / p99 ms',
      'plain p50 / p99 ms',
      'CPU µs site / plain',
    ],
    rows,
  );
  await stop(plain.child);
  await stop(site.child);
};

const measureCold = async (): Promise<void> => {
  const site = await startSite({ CMS_TTL_S: '0' });
  const rows: string[][] = [];
  for (const pathname of [...PATHS, '/faq?q=payout', '/no-such-page']) {
    const isError = pathname === '/no-such-page';
    const options = ['-c', '10', '-d', String(SECONDS), '-H', 'accept-encoding=br', site.url + pathname];
    const { requests, latency } = await runAutocannon(options);
    rows.push([
      isError ? `${pathname} (404)` : pathname,
      formatInteger(requests.average),
      `${latency.p50} / ${latency.p99}`,
    ]);
  }
  console.log('\nCold: no caching (CMS_TTL_S=0), 10 connections that share renders');
  table(['page', 'requests/s', 'p50 / p99 ms'], rows);
  await stop(site.child);
};

/** The minimal Node.js server. */
const BARE = "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')";

const startBare = async (): Promise<Site> => {
  const port = String(await freePort());
  return startServer(['-e', BARE], `http://127.0.0.1:${port}`, { PORT: port }, 'ignore');
};

const measureStart = async (): Promise<void> => {
  const times: { site: number[]; bare: number[] } = { site: [], bare: [] };
  for (let round = 0; round < Math.max(5, ROUNDS); round += 1) {
    for (const [kind, start] of [
      ['bare', startBare],
      ['site', startSite],
    ] as const) {
      const server = await start();
      times[kind].push(server.startMs);
      await stop(server.child);
    }
  }
  const [own, limit] = [median(times.site), median(times.bare)];
  console.log('\nStart: from process start to the end of the first response (/), in ms');
  table(
    ['ratio', 'site', 'best', 'worst', 'node:http with an empty response'],
    [[formatRatio(own / limit), ...[own, Math.min(...times.site), Math.max(...times.site), limit].map(formatInteger)]],
  );
};

/** Requests unique URLs of every kind that a client can make up; returns the number of requests. */
const requestUniqueUrls = async (url: string, times: number): Promise<number> => {
  const endsAt = performance.now() + MAX_LOAD_S * 1_000;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const kinds = [
    '/SLUG',
    '/events/SLUG',
    '/a/SLUG/b',
    '/faq?utm=SLUG',
    '/news?page=SLUG',
    '/SLUG/_payload.json',
    '/payloads/SLUG.txt',
  ];
  let left = times;
  const visit = async (): Promise<void> => {
    while (left > 0 && performance.now() < endsAt) {
      left -= 1;
      const pathname = (kinds[left % kinds.length] ?? '').replace('SLUG', randomBytes(8).toString('hex'));
      await new Promise((resolve, reject) => {
        get(url + pathname, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visit));
  agent.destroy();
  return times - left;
};

const measureMemory = async (): Promise<void> => {
  const rows: string[][] = [];
  const record = (when: string, { pid }: Target) =>
    rows.push([when, formatInteger(residentMemoryOf(pid)), formatInteger(peakMemoryOf(pid))]);
  const hits = await startSite();
  record('after the start', hits);
  const endsAt = performance.now() + MAX_LOAD_S * 1_000;
  let sent = 0;
  while (sent < HITS && performance.now() < endsAt) {
    sent += (await (hasWrk ? loadWithWrk : loadWithAutocannon)(`${hits.url}/`, 'br', SECONDS)).total;
  }
  record(`after ${formatInteger(sent)} hits`, hits);
  await stop(hits.child);

  const uniqueUrls = await startSite();
  const requested = await requestUniqueUrls(uniqueUrls.url, UNIQUE_URLS);
  record(`after ${formatInteger(requested)} unique URLs`, uniqueUrls);
  await stop(uniqueUrls.child);
  console.log('\nMemory of the process, in MB');
  table(['when', 'resident', 'peak'], rows);
};

const START_S = 2;
const pairs = PATHS.length * ENCODINGS.length;

/** The benchmarks with their maximum duration in seconds. */
const benchmarks = {
  hits: { measure: measureHits, atMostS: pairs * 2 * (WARM_UP_S + ROUNDS * SECONDS) + 2 * START_S },
  cold: { measure: measureCold, atMostS: (PATHS.length + 2) * SECONDS + START_S },
  start: { measure: measureStart, atMostS: Math.max(5, ROUNDS) * START_S },
  load: { measure: measureLoad, atMostS: LONGEST_LOAD_TEST_S },
  memory: { measure: measureMemory, atMostS: 2 * (MAX_LOAD_S + START_S) + SECONDS },
} as const;
const selected = process.argv.slice(2);
console.log(
  `${cpus()[0]?.model}, Node.js ${process.version}; medians of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, load by ${hasWrk ? 'wrk' : 'autocannon'}`,
);
for (const [name, { measure, atMostS }] of Object.entries(benchmarks)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  console.log(`\n${name}: up to about ${atMostS} s, with a load of ${loadavg()[0]?.toFixed(1)} on the machine`);
  await measure();
}
