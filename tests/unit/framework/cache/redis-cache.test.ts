import { expect, onTestFinished, test } from 'vitest';
import { createRedisCache } from '../../../../src/framework/cache/redis-cache.ts';
import { createRedis } from '../../../../src/framework/redis.ts';

/** The shared cache while Redis cannot be reached. With a real Redis: tests/contract/redis-cache.test.ts. */
const connectToNothing = async () => {
  const purged: unknown[] = [];
  const redis = await createRedis('redis://127.0.0.1:1');
  const cache = createRedisCache(redis, {
    keyPrefix: 'site',
    version: 'build',
    purgeHere: (tags) => void purged.push(tags),
  });
  onTestFinished(() => {
    cache.close();
    redis.disconnect();
  });
  return { cache, purged };
};

test('without Redis nothing is read, and writing does not fail', async () => {
  const { cache } = await connectToNothing();
  const response = { status: 200, bytes: new Uint8Array([1]), headers: {} };
  cache.write(
    '/',
    { response, tags: [], freshUntil: Date.now() + 1_000, staleUntil: Date.now() + 2_000 },
    cache.purgeSequence(),
  );
  cache.writePayload('version', '0:[]');

  expect(await cache.read('/')).toBeNull();
  expect(await cache.readPayload('version')).toBeNull();
});

test('without Redis a purge resolves and does not call purgeHere', async () => {
  const { cache, purged } = await connectToNothing();
  await cache.purge(['faq']);

  expect(purged).toEqual([]);
});

test('without Redis isFirst is always true', async () => {
  const { cache } = await connectToNothing();

  expect([await cache.isFirst('a', 60), await cache.isFirst('a', 60)]).toEqual([true, true]);
});
