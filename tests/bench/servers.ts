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
export type Target = { readonly url: string; readonly pid: number };

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', () => resolve(0));
  });

export type Site = Target & { readonly child: ChildProcess; readonly startMs: number };

type StartOptions = {
  readonly env: Readonly<Record<string, string>>;
  readonly output: number | 'ignore';
  readonly directory?: string;
};

/**
 * Starts a server pinned to its core.
 *
 * @param args The arguments of Node.js.
 * @returns the server; `startMs` is the time from process start to the end of the first response.
 */
export const startServer = async (
  args: readonly string[],
  url: string,
  { env, output, directory = '.' }: StartOptions,
): Promise<Site> => {
  const startedAt = performance.now();
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...args], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  while ((await statusOf(`${url}/`)) !== 200) {
    if (child.exitCode !== null) throw new Error('The server exited; is the site built? (npm run build)');
    await setTimeout(POLL_MS);
  }
  return { child, url, pid: child.pid ?? 0, startMs: performance.now() - startedAt };
};

const Package = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });

/** The arguments of Node.js in the `start` script of a checkout. */
const readStartArguments = (directory: string): string[] =>
  Package.parse(JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')))
    .scripts.start.split(' ')
    .slice(1);

/** Starts the built site of a checkout pinned to its core. */
export const startSite = async (settings: Record<string, string> = {}, directory = '.'): Promise<Site> => {
  const data = mkdtempSync(path.join(tmpdir(), 'bench-data-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { HOST: '127.0.0.1', PORT: port, SITE_URL: url, DATA_DIR: data, ...settings };
  return startServer(readStartArguments(directory), url, {
    env,
    output: openSync(path.join(data, 'log'), 'w'),
    directory,
  });
};

export const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
};
