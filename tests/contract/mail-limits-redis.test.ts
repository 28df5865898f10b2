import { expect, onTestFinished, test } from 'vitest';
import { connectRedis } from '../../src/framework/redis.ts';
import { createRateLimits, DEFAULT_LIMITS, type RateLimits } from '../../src/mail/rate-limits.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

/** Runs against a real Redis. */
const withRedis = test.skipIf(isRedisMissing);

const limits = {
  ...DEFAULT_LIMITS,
  address: { points: 1, perS: 600 },
  total: { points: 3, perS: 600, reserved: 1 },
};

const openTwoInstances = async (): Promise<readonly [RateLimits, RateLimits]> => {
  const { url } = await openRedis();
  const openInstance = async () => {
    const client = await connectRedis(url);
    await client.ping();
    onTestFinished(() => client.disconnect());
    return createRateLimits({ client, keyOf: (name) => `site:mail:${name}` }, limits);
  };
  return Promise.all([openInstance(), openInstance()]);
};

const WAIT = expect.any(Number);

withRedis('two instances share the limit of a client network', async () => {
  const [one, other] = await openTwoInstances();

  expect(await one.take('address', '2001:db8:1:100::1')).toBeNull();
  expect(await other.take('address', '2001:db8:1:101::1')).toEqual(WAIT);
  expect(await other.take('address', '2001:db8:1:200::1')).toBeNull();
  expect(await one.take('address', '2001:db8:1:201::1')).toEqual(WAIT);
});

withRedis('two instances share the reserved points, and know which networks have sent a message', async () => {
  const [one, other] = await openTwoInstances();
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
