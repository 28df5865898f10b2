import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';

const report = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/client-errors`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const readCount = async (url: string, stage: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((entry) => entry.startsWith(`client_errors_total{stage="${stage}"}`));
  return Number(line?.split(' ').at(-1));
};

test('a client error is logged and counted once, with its route and without user data', async () => {
  const site = await startSiteForTest();
  expect(await readCount(site.url, 'payload')).toBe(0);
  expect((await report(site.url, { path: '/events/ada-example', stage: 'payload' })).status).toBe(204);

  expect(await readCount(site.url, 'payload')).toBe(1);
  await expect.poll(() => site.output()).toContain('"route":"/events/[slug]","stage":"payload"');
  expect(site.output()).not.toContain('ada-example');
});

test('an invalid error report is rejected and not counted', async () => {
  const site = await startSiteForTest();
  const rejected: readonly unknown[] = [
    '',
    '{',
    [],
    { path: '/' },
    { stage: 'chunk' },
    { path: '/', stage: 'other' },
    { path: 'https://evil.test/', stage: 'chunk' },
    { path: '/', stage: 'chunk', message: 'typed text' },
    { path: `/${'a'.repeat(5_000)}`, stage: 'chunk' },
  ];
  for (const body of rejected) expect((await report(site.url, body)).status).toBe(400);
  expect((await report(site.url, 'x'.repeat(70_000))).status).toBe(413);
  expect((await report(site.url, { path: '/', stage: 'chunk' }, { origin: 'https://evil.test' })).status).toBe(403);
  expect((await fetch(`${site.url}/api/client-errors`)).status).toBe(405);
  expect(await readCount(site.url, 'chunk')).toBe(0);
});

test('error reports are rate-limited per client', async () => {
  const site = await startSiteForTest({ TRUST_PROXY: '127.0.0.1/32' });
  const client = { 'x-forwarded-for': '198.51.100.7' };
  const statuses: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    statuses.push((await report(site.url, { path: '/', stage: 'timeout' }, client)).status);
  }

  expect(new Set(statuses)).toEqual(new Set([204, 429]));
  expect(await readCount(site.url, 'timeout')).toBe(statuses.filter((status) => status === 204).length);
});
