import { expect, onTestFinished, test } from 'vitest';
import { createRateLimiter, type RateLimiter, shareThroughRedis } from '../../src/framework/middleware/rate-limit.ts';
import { connectRedis } from '../../src/framework/redis.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

const PER_MINUTE = 60;
/** The burst that one instance allows. */
const BURST = 30;
const CLIENT = '198.51.100.7';

const openInstance = async (url: string) => {
  const redis = await connectRedis(url);
  await redis.ping();
  onTestFinished(() => redis.disconnect());
  const shared = shareThroughRedis(redis, PER_MINUTE, 'site');
  return createRateLimiter(PER_MINUTE, () => shared);
};

const takeMany = (limits: RateLimiter, count: number): Promise<(number | null)[]> =>
  Promise.all(Array.from({ length: count }, () => limits.take(CLIENT)));

const openThreeInstances = async () => {
  const server = await openRedis();
  const [first, second, third] = await Promise.all([
    openInstance(server.url),
    openInstance(server.url),
    openInstance(server.url),
  ]);
  return { server, first, second, third };
};

test.skipIf(isRedisMissing)(
  'a client that exhausts its limit on two instances is also limited on a third',
  async () => {
    const { first, second, third } = await openThreeInstances();
    for (const limits of [first, second]) expect(await takeMany(limits, BURST)).not.toContainEqual(expect.any(Number));

    expect(await third.take(CLIENT)).toBeGreaterThan(1);
    expect(await third.take('198.51.100.8')).toBeNull();
  },
);

test.skipIf(isRedisMissing)('while Redis is unavailable each instance applies its own limits', async () => {
  const { server, first } = await openThreeInstances();
  await takeMany(first, 10);
  await server.stop();

  expect(await takeMany(first, BURST - 10)).not.toContainEqual(expect.any(Number));
  expect(await first.take(CLIENT)).toEqual(expect.any(Number));
});
