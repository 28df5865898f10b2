import { expect, onTestFinished } from 'vitest';
import { createRateLimiter, type RateLimiter, shareThroughRedis } from '../../src/framework/middleware/rate-limit.ts';
import { connectRedis } from '../../src/framework/redis.ts';
import { createRateLimits, DEFAULT_LIMITS, type RateLimits } from '../../src/mail/rate-limits.ts';
import { openRedis, withRedis } from '../support/redis-server.ts';

const openClient = async (url: string) => {
  const client = await connectRedis(url);
  await client.ping();
  onTestFinished(() => client.disconnect());
  return client;
};

const PER_MINUTE = 60;
/** The burst that one instance allows. */
const BURST = 30;
const CLIENT = '198.51.100.7';

const openLimiter = async (url: string) => {
  const shared = shareThroughRedis(await openClient(url), PER_MINUTE, 'site');
  return createRateLimiter(PER_MINUTE, () => shared);
};

const takeMany = (limits: RateLimiter, count: number): Promise<(number | null)[]> =>
  Promise.all(Array.from({ length: count }, () => limits.take(CLIENT)));

const openThreeInstances = async () => {
  const server = await openRedis();
  const [first, second, third] = await Promise.all([
    openLimiter(server.url),
    openLimiter(server.url),
    openLimiter(server.url),
  ]);
  return { server, first, second, third };
};

withRedis('a client that exhausts its limit on two instances is also limited on a third', async () => {
  const { first, second, third } = await openThreeInstances();
  for (const limits of [first, second]) expect(await takeMany(limits, BURST)).not.toContainEqual(expect.any(Number));

  expect(await third.take(CLIENT)).toBeGreaterThan(1);
  expect(await third.take('198.51.100.8')).toBeNull();
});

withRedis('while Redis is unavailable each instance applies its own limits', async () => {
  const { server, first } = await openThreeInstances();
  await takeMany(first, 10);
  await server.stop();

  expect(await takeMany(first, BURST - 10)).not.toContainEqual(expect.any(Number));
  expect(await first.take(CLIENT)).toEqual(expect.any(Number));
});

const limits = {
  ...DEFAULT_LIMITS,
  address: { points: 1, perS: 600 },
  total: { points: 3, perS: 600, reserved: 1 },
};

const openMailLimits = async (): Promise<readonly [RateLimits, RateLimits]> => {
  const { url } = await openRedis();
  const openInstance = async () => {
    const client = await openClient(url);
    return createRateLimits({ client, keyOf: (name) => `site:mail:${name}` }, limits);
  };
  return Promise.all([openInstance(), openInstance()]);
};

const WAIT = expect.any(Number);

withRedis('two instances share the limit of a client network', async () => {
  const [one, other] = await openMailLimits();

  expect(await one.take('address', '2001:db8:1:100::1')).toBeNull();
  expect(await other.take('address', '2001:db8:1:101::1')).toEqual(WAIT);
  expect(await other.take('address', '2001:db8:1:200::1')).toBeNull();
  expect(await one.take('address', '2001:db8:1:201::1')).toEqual(WAIT);
});

withRedis('two instances share the reserved points, and know which networks have sent a message', async () => {
  const [one, other] = await openMailLimits();
  const send = async (instance: RateLimits, address: string) => {
    const waitS = await instance.takeShared('total', address);
    if (waitS === null) await instance.noteSender(address);
    return waitS;
  };

  expect([await send(one, '198.51.100.1'), await send(other, '198.51.100.1')]).toEqual([null, null]);
  expect(await send(one, '198.51.100.1')).toEqual(WAIT);
  expect(await send(other, '198.51.100.2')).toBeNull();
  expect(await send(one, '198.51.100.3')).toEqual(WAIT);
});
