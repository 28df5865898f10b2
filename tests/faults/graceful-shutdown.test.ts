import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startProxy } from '../support/round-robin-proxy.ts';
import { startSiteProcess } from '../support/site-process.ts';

/** Long enough for the proxy to detect the shutdown on slow machines. */
const DRAIN_MS = 3_000;
const PATHS = ['/', '/faq', '/builds/latest.json', '/RSC/R/faq.txt', '/no-such-page'];

/** The load must not take the processors that the instances need to start. */
const MS_BETWEEN_REQUESTS = 20;

type Result = { readonly status: number; readonly isLast: boolean };

/** Sends requests over one connection until the server closes it; returns the statuses. */
const visitUntilClosed = async (url: string, offset: number): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (let at = offset; ; at += 1) {
    // Without the fifth path, which returns 404.
    const { status, isLast } = await request(url + (PATHS[at % 4] ?? '/'), agent);
    statuses.push(status);
    if (isLast) break;
    await sleep(MS_BETWEEN_REQUESTS);
  }
  agent.destroy();
  return statuses;
};

const request = (url: string, agent: Agent): Promise<Result> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' }),
      );
    }).on('error', reject);
  });

test('a restart of one of two instances behind a proxy loses no request, and a draining process answers on its open connections before it closes them', async () => {
  const settings = { STOP_DRAIN_MS: String(DRAIN_MS) };
  const [first, second] = await Promise.all([startSiteProcess(settings), startSiteProcess(settings)]);
  const instances = [first, second];
  const urls = instances.map(({ url }) => url);
  const proxy = await startProxy(urls);
  onTestFinished(async () => {
    await proxy.stop();
    for (const instance of instances) if (instance.isRunning()) await instance.stop('SIGKILL');
  });
  const waitUntilReady = () => expect.poll(() => proxy.readyUrls()).toEqual(urls);
  await waitUntilReady();

  const statuses = new Map<string, number>();
  let isOver = false;
  const visit = async (offset: number): Promise<void> => {
    for (let at = offset; !isOver; at += 1) {
      const path = PATHS[at % PATHS.length] ?? '/';
      const { status } = await fetch(proxy.url + path).then(async (response) => {
        await response.arrayBuffer();
        return response;
      });
      const key = `${path} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      await sleep(MS_BETWEEN_REQUESTS);
    }
  };
  const visits = Promise.all(Array.from({ length: 4 }, (_, offset) => visit(offset)));
  expect(await first.stop()).toBe(0);
  expect(proxy.readyUrls()).toEqual([second.url]);
  instances.push(await startSiteProcess({ ...settings, PORT: new URL(first.url).port }));
  await waitUntilReady();
  isOver = true;
  await visits;
  expect([...statuses.keys()].sort()).toEqual(
    PATHS.map((path) => `${path} ${path === '/no-such-page' ? 404 : 200}`).sort(),
  );

  const connections = Promise.all(Array.from({ length: 10 }, (_, offset) => visitUntilClosed(second.url, offset)));
  await fetch(`${second.url}/faq`);
  const stopped = second.stop();
  await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status).toBe(503);
  expect(await (await fetch(`${second.url}/readyz`)).json()).toMatchObject({ status: 'stopping' });
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${second.url}/faq`)).status).toBe(200);
  expect(await stopped).toBe(0);
  expect(new Set((await connections).flat()), 'requests over connections that the process closes').toEqual(
    new Set([200]),
  );
  // The 503 of a planned stop is logged at level info, not as an error.
  expect(second.output()).toMatch(/^\{"level":30,.*"path":"\/readyz","status":503/m);
  expect(second.output()).not.toContain('"level":50');
});

// tests/unit/framework/uncaught-exceptions.test.ts tests exceptions too.
test('an unhandled rejection ends the process with one log line and a non-zero exit code', async () => {
  const site = await startSiteProcess({}, '.', [
    '--input-type=module',
    '--eval',
    `process.env.NODE_ENV = 'production';
    const { unstable_serverEntry } = await import(process.cwd() + '/dist/server/index.js');
    unstable_serverEntry.serve();
    process.on('SIGUSR2', () => void Promise.reject(new Error('thrown by the test')));`,
  ]);

  expect(await site.stop('SIGUSR2')).toBe(1);
  const lines = site.output().trim().split('\n');
  expect(lines.filter((line) => line.startsWith('{"level":60'))).toEqual([
    expect.stringMatching(/"message":"thrown by the test".*"event":"unhandledRejection"/),
  ]);
});
