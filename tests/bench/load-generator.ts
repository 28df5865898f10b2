import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuTimeOf } from './process-usage.ts';
import { LOAD_CORE, type Target } from './servers.ts';

export type Load = { readonly pathname: string; readonly encoding: string; readonly connections: number };

/** Requests per second, the 99th percentile of the latencies in ms, and CPU time of the server per request in µs. */
export type LoadResult = { readonly perS: number; readonly p99: number; readonly cpuUs: number };

/** Parses a duration printed by wrk, such as `950.00us`, `1.23ms` or `1.02s`, to milliseconds. */
const toMs = (text: string): number =>
  Number.parseFloat(text) * (text.endsWith('us') ? 0.001 : text.endsWith('ms') ? 1 : 1_000);

/** Sends requests with wrk for a number of seconds. Each connection sends its next request after the previous response. */
export const sendLoad = async (
  { url, pid }: Target,
  { pathname, encoding, connections }: Load,
  seconds: number,
): Promise<LoadResult> => {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${encoding}`];
  const before = cpuTimeOf(pid);
  const command = ['-c', String(LOAD_CORE), 'wrk', ...options, url + pathname];
  const { stdout: report } = await promisify(execFile)('taskset', command);
  const cpuS = cpuTimeOf(pid) - before;
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  const read = (pattern: RegExp): string => pattern.exec(report)?.[1] ?? '';
  return {
    perS: Number(read(/Requests\/sec:\s+([\d.]+)/)),
    p99: toMs(read(/ 99%\s+(\S+)/)),
    cpuUs: (cpuS * 1e6) / Number(read(/(\d+) requests in/)),
  };
};
