import { expect, onTestFinished, test } from 'vitest';
import { connectRedis } from '../../src/framework/redis.ts';
import { createRateLimits, DEFAULT_LIMITS, type RateLimits } from '../../src/mail/rate-limits.ts';
import { toSiteRedis } from '../../src/mail/site-redis.ts';
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
    const redis = await connectRedis(url);
    await redis.ping();
    onTestFinished(() => redis.disconnect());
    return createRateLimits(toSiteRedis(redis, 'site'), limits);
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

withRedis('two instances share the reserved points', async () => {
  const [one, other] = await openTwoInstances();
  const send = (instance: RateLimits, address: string) => instance.forMessage(address).takeShared('total');

  expect([await send(one, '198.51.100.1'), await send(other, '198.51.100.1')]).toEqual([null, null]);
  expect(await send(one, '198.51.100.1')).toEqual(WAIT);
  expect(await send(other, '198.51.100.2')).toBeNull();
  expect(await send(one, '198.51.100.3')).toEqual(WAIT);
});

withRedis('points that one instance refunds can be consumed by the other', async () => {
  const [one, other] = await openTwoInstances();
  const message = one.forMessage('198.51.100.1');
  expect([await message.take('address'), await message.takeShared('total')]).toEqual([null, null]);
  expect(await other.take('address', '198.51.100.1')).toEqual(WAIT);
  await message.giveBack();

  expect(await other.take('address', '198.51.100.1')).toBeNull();
  expect(await other.forMessage('198.51.100.2').takeShared('total')).toBeNull();
});
