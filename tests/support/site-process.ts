import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildIfNecessary } from './build-site.ts';
import { freePort } from './free-port.ts';

/** As in the script `start` of package.json. */
const SERVE = ['--max-old-space-size=512', '--max-semi-space-size=16', 'dist/serve-node.js'];

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode === null && child.signalCode === null) child.once('exit', (code) => resolve(code));
    else resolve(child.exitCode);
  });

/** A site without a data directory of its own must not find what another test has kept. */
const createDataDirectory = (): string => {
  const directory = mkdtempSync(path.join(tmpdir(), 'site-data-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

const spawnSite = (settings: Record<string, string>, folder = '.', start: readonly string[] = SERVE) => {
  const child = spawn('node', start, {
    cwd: folder,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      DATA_DIR: settings.DATA_DIR ?? createDataDirectory(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const waitForOutput = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = () => {
        if (output.includes(text)) resolve();
      };
      listeners.push(check);
      child.once('exit', (code) =>
        reject(new Error(`The site exited with ${code} before it logged "${text}":\n${output}`)),
      );
      check();
    });
  return { child, waitForOutput, output: () => output };
};

/** Starts the built site of a folder as a process, and resolves when it is listening. The caller has to stop it. */
export const startSiteProcess = async (
  settings: Record<string, string> = {},
  folder = '.',
  start: readonly string[] = SERVE,
) => {
  if (start === SERVE) buildIfNecessary(folder);
  const port = settings.PORT ?? (await freePort());
  const { child, waitForOutput, output } = spawnSite(
    { HOST: '127.0.0.1', PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, ...settings },
    folder,
    start,
  );
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return ended(child);
  };
  await waitForOutput('"listening"');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    stop,
    isRunning: () => child.exitCode === null,
  };
};

type Settings = Record<string, string>;

/** Starts the built site before the tests of a file or a group, which share it, and stops it after them. */
export const shareSite = (settings: Settings | (() => Settings | Promise<Settings>) = {}) => {
  let site: Awaited<ReturnType<typeof startSiteProcess>>;
  beforeAll(async () => {
    site = await startSiteProcess(typeof settings === 'function' ? await settings() : settings);
  });
  afterAll(() => site?.stop('SIGKILL'));
  return {
    get url(): string {
      return site.url;
    },
    output: (): string => site.output(),
  };
};

/** Starts the built site for one test, and stops it when the test ends. */
export const startSiteForTest = async (...start: Parameters<typeof startSiteProcess>) => {
  const site = await startSiteProcess(...start);
  onTestFinished(async () => {
    if (site.isRunning()) await site.stop('SIGKILL');
  });
  return site;
};
