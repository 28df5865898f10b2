import { expect, onTestFinished, test } from 'vitest';
import { createRequestLimits, shareThroughRedis } from '../../src/framework/server/request-limits.ts';
import { connectRedis } from '../../src/mail/redis.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

const PER_MINUTE = 50;
const READER = '198.51.100.7';

const openInstance = async (url: string) => {
  const redis = await connectRedis(url);
  await redis.ping();
  onTestFinished(() => redis.disconnect());
  const share = shareThroughRedis(redis, PER_MINUTE);
  return { redis, limits: createRequestLimits({ perMinute: PER_MINUTE, share: () => share }) };
};

const takeMany = (limits: { take: (address: string) => number | null }, count: number): (number | null)[] =>
  Array.from({ length: count }, () => limits.take(READER));

const openTwo = async () => {
  const server = await openRedis();
  const [first, second] = await Promise.all([openInstance(server.url), openInstance(server.url)]);
  return { server, first, second };
};

test.skipIf(isRedisMissing)('who uses up the limit on two instances together has to wait on both', async () => {
  const { first, second } = await openTwo();
  expect(takeMany(first.limits, 40)).not.toContainEqual(expect.any(Number));
  // What each tells Redis arrives in its order.
  await first.redis.ping();
  expect(takeMany(second.limits, 20)).not.toContainEqual(expect.any(Number));

  await expect.poll(() => second.limits.take(READER)).toEqual(expect.any(Number));
  expect(second.limits.take('198.51.100.8')).toBeNull();
});

test.skipIf(isRedisMissing)('while Redis is away each instance goes on with its own numbers', async () => {
  const { server, first } = await openTwo();
  takeMany(first.limits, 10);
  await first.redis.ping();
  await server.stop();

  expect(takeMany(first.limits, PER_MINUTE - 10)).not.toContainEqual(expect.any(Number));
  expect(first.limits.take(READER)).toEqual(expect.any(Number));
});
