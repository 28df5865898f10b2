import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { openRedis, withRedis } from '../support/redis-server.ts';
import { shareSite, startSiteForTest } from '../support/site-process.ts';

const TOKEN = 'token-for-the-tests';

const site = shareSite({ METRICS_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1/32', RATE_LIMIT_PER_MIN: '30' });

const authorization = `Bearer ${TOKEN}`;

test('the metrics have the names that the alerts use', async () => {
  const text = await (await fetch(`${site.url}/metrics`, { headers: { authorization } })).text();
  // A counter with labels has no value before it counts something, but its type is always named.
  const names = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name);
  const rules = readFileSync('deploy/alerts.yaml', 'utf8');
  const used = rules.match(/\b(?:http|mail|cms|renders|client|process|nodejs)_[a-z\d_]+/g) ?? [];

  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !names.includes(name.replace(/_bucket$/, '')))).toEqual([]);
});

withRedis('the readiness endpoint calls Redis at most once per second', async () => {
  const redis = await openRedis();
  const shared = await startSiteForTest({ REDIS_URL: redis.url });
  const admin = new Redis(redis.url);
  onTestFinished(() => admin.disconnect());
  const statusOf = async () => (await fetch(`${shared.url}/readyz`)).status;
  expect(await statusOf()).toBe(200);

  await admin.config('RESETSTAT');
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: 100 }, statusOf));
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
  const stats = await admin.info('commandstats');
  const callsOf = (command: string) => Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);

  expect(new Set(statuses)).toEqual(new Set([200]));
  // A worker of BullMQ that has just started reads a hash, too.
  for (const command of ['ping', 'hget']) expect(callsOf(command), command).toBeLessThanOrEqual(seconds + 1);
});

test('all log lines are JSON and contain neither client addresses nor user input', async () => {
  // A page, a redirect to it, and a malformed URL.
  for (const path of ['/faq', '/FAQ', '/%zz']) {
    await (await fetch(`${site.url}${path}?q=my-secret-word`, { headers: { 'user-agent': 'MySecretAgent' } })).text();
  }
  const clientError = JSON.stringify({ path: '/events/ada-example', stage: 'payload' });
  expect((await fetch(`${site.url}/api/client-errors`, { method: 'POST', body: clientError })).status).toBe(204);
  await fetch(`${site.url}/mail/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
    body: JSON.stringify({
      kind: 'contact',
      name: 'Ada Secret',
      email: 'ada@secret.test',
      topic: 'account',
      message: 'My secret word is here.',
    }),
  });
  await expect.poll(() => site.output()).toContain('"/mail/send"');

  const lines = site.output().trim().split('\n');
  expect(lines.filter((line) => typeof JSON.parse(line) !== 'object')).toEqual([]);
  expect(site.output()).not.toMatch(/secret|Agent|ada-example|203\.0\.113|198\.51\.100|2001:db8/i);
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.filter(({ id }) => !/^[\w.-]{8,64}$/.test(id))).toEqual([]);
});
