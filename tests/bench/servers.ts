import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';

/** The CPU core of the measured server; the load generator uses another one. */
export const SERVER_CORE = '0';
/** Interval of the readiness polling; polling without a pause would slow down the start. */
const POLL_MS = 2;
/** The Node.js flags of `npm start`. */
const ENGINE_OPTIONS = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'));

export type Target = { readonly url: string; readonly pid: number };

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', () => resolve(0));
  });

export type Site = Target & { readonly child: ChildProcess; readonly startMs: number };

/** Starts a server pinned to its core. `startMs` is the time from process start to the end of the first response. */
export const startServer = async (
  args: readonly string[],
  url: string,
  env: Record<string, string>,
  output: number | 'ignore',
): Promise<Site> => {
  const startedAt = performance.now();
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  while ((await statusOf(`${url}/`)) !== 200) {
    if (child.exitCode !== null) throw new Error('The server exited; is the site built? (npm run build)');
    await setTimeout(POLL_MS);
  }
  return { child, url, pid: child.pid ?? 0, startMs: performance.now() - startedAt };
};

/** Starts the built site pinned to its core. */
export const startSite = async (settings: Record<string, string> = {}): Promise<Site> => {
  const data = mkdtempSync(path.join(tmpdir(), 'bench-data-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { HOST: '127.0.0.1', PORT: port, SITE_URL: url, DATA_DIR: data, ...settings };
  return startServer(
    [...ENGINE_OPTIONS, 'src/framework/build/serve.js'],
    url,
    env,
    openSync(path.join(data, 'log'), 'w'),
  );
};

export const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
};
