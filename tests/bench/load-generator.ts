import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cpuTimeOf } from './process-usage.ts';
import type { Target } from './servers.ts';

/** The CPU core of the load generator; the measured server has one of its own. */
export const LOAD_CORE = '1';
const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** wrk if it is installed, else autocannon, which is slower than the servers that it measures. */
export const LOAD_GENERATOR = hasWrk ? 'wrk' : 'autocannon';

/** How often each row of a table is measured, and how many seconds each load lasts. */
export type Sampling = { readonly rounds: number; readonly seconds: number };

export type Load = { readonly pathname: string; readonly encoding: string; readonly connections: number };

type Report = { readonly perS: number; readonly total: number; readonly p50: number; readonly p99: number };

/** Requests per second, latencies in ms, and CPU time of the server per request in µs. */
export type LoadResult = Report & { readonly cpuUs: number };

const run = async (command: string, options: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('taskset', ['-c', LOAD_CORE, command, ...options], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
};

/** Parses a duration printed by wrk, such as `950.00us`, `1.23ms` or `1.02s`, to milliseconds. */
const toMs = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith('us') ? 0.001 : text.endsWith('ms') ? 1 : 1_000);

const runWrk = async (url: string, { encoding, connections }: Load, seconds: number): Promise<Report> => {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${encoding}`, url];
  const report = await run('wrk', options);
  const read = (pattern: RegExp): string => pattern.exec(report)?.[1] ?? '';
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  return {
    perS: Number(read(/Requests\/sec:\s+([\d.]+)/)),
    total: Number(read(/(\d+) requests in/)),
    p50: toMs(read(/ 50%\s+(\S+)/)),
    p99: toMs(read(/ 99%\s+(\S+)/)),
  };
};

const AutocannonReport = z.object({
  requests: z.object({ total: z.number(), average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  non2xx: z.number(),
});

const autocannon = path.join(
  path.dirname(createRequire(import.meta.url).resolve('autocannon/package.json')),
  'autocannon.js',
);

const runAutocannon = async (url: string, { encoding, connections }: Load, seconds: number): Promise<Report> => {
  const options = ['-j', '-c', String(connections), '-d', String(seconds), '-H', `accept-encoding=${encoding}`, url];
  const output = await run(process.execPath, [autocannon, ...options]);
  const { requests, latency, errors, timeouts, non2xx } = AutocannonReport.parse(JSON.parse(output));
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} not 2xx`);
  return { perS: requests.average, total: requests.total, ...latency };
};

/** Sends requests for a number of seconds. Each connection sends its next request after the previous response. */
export const sendLoad = async ({ url, pid }: Target, load: Load, seconds: number): Promise<LoadResult> => {
  const before = cpuTimeOf(pid);
  const report = await (hasWrk ? runWrk : runAutocannon)(url + load.pathname, load, seconds);
  return { ...report, cpuUs: ((cpuTimeOf(pid) - before) * 1e6) / report.total };
};
