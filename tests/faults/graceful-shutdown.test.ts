import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';

const PATHS = ['/', '/faq', '/builds/latest.json', '/RSC/R/faq.txt'];

type Result = { readonly status: number; readonly isLast: boolean };

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

/** Sends requests over one connection until the server closes it; returns the statuses. */
const visitUntilClosed = async (url: string, offset: number): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (let at = offset; ; at += 1) {
    const { status, isLast } = await request(url + (PATHS[at % PATHS.length] ?? '/'), agent);
    statuses.push(status);
    if (isLast) break;
    await sleep(20);
  }
  agent.destroy();
  return statuses;
};

// The proxies of reverse-proxies.test.ts leave out an instance that is not ready.
test('a draining process is not ready, answers on its open connections before it closes them, and loses no request', async () => {
  const site = await startSiteForTest({ STOP_DRAIN_MS: '3000' });
  const connections = Promise.all(Array.from({ length: 10 }, (_, offset) => visitUntilClosed(site.url, offset)));
  await fetch(`${site.url}/faq`);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  const stopped = site.stop();
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(503);
  expect(await (await fetch(`${site.url}/readyz`)).json()).toMatchObject({ status: 'stopping' });
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${site.url}/faq`)).status).toBe(200);
  expect(await stopped).toBe(0);
  expect(new Set((await connections).flat())).toEqual(new Set([200]));
  // Successful checks are logged at level debug, and the 503 of a planned stop at level info, not as an error.
  expect(site.output()).not.toMatch(/"path":"\/(?:healthz|readyz)","status":200/);
  expect(site.output()).toMatch(/^\{"level":30,.*"path":"\/readyz","status":503/m);
  expect(site.output()).not.toContain('"level":50');
});
