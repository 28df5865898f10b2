import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { createRedisCache, type RedisCacheEntry } from '../../src/framework/cache/redis-cache.ts';
import { createRedis } from '../../src/framework/redis.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

/** Runs against a real Redis. */
const withRedis = test.skipIf(isRedisMissing);

const openInstance = async (url: string) => {
  const purged: string[] = [];
  const missed: string[] = [];
  const redis = await createRedis(url);
  const pages = createRedisCache(redis, {
    keyPrefix: 'site',
    version: 'build',
    purgeHere: (tags, isMissed) => void (isMissed ? missed : purged).push(...(tags ?? ['everything'])),
  });
  onTestFinished(() => {
    pages.close();
    redis.disconnect();
  });
  return { pages, purged, missed };
};

/** Two instances, the second of which already receives the purges of the first. */
const openTwoInstances = async () => {
  const redis = await openRedis();
  const [one, other] = await Promise.all([openInstance(redis.url), openInstance(redis.url)]);
  await expect
    .poll(async () => {
      await one.pages.purge(['connected']);
      return other.purged;
    })
    .toContain('connected');
  return { redis, one, other };
};

const toEntry = (text: string): RedisCacheEntry => ({
  response: { status: 200, bytes: new TextEncoder().encode(text), headers: {} },
  tags: ['faq'],
  freshUntil: Date.now() + 3_600_000,
  staleUntil: Date.now() + 7_200_000,
});

type Instance = Awaited<ReturnType<typeof openInstance>>;

const writePage = async ({ pages }: Instance): Promise<void> => {
  pages.write('/faq', toEntry('What was it before?'), pages.purgeSequence());
  await expect.poll(() => pages.read('/faq')).not.toBeNull();
};

/** Reads the page from `one` until `other` has received the purge, then once more. Returns all results. */
const readUntilPurged = async (one: Instance, other: Instance): Promise<(RedisCacheEntry | null)[]> => {
  const results: (RedisCacheEntry | null)[] = [];
  await expect
    .poll(
      async () => {
        results.push(await one.pages.read('/faq'));
        return other.purged;
      },
      { interval: 5, timeout: 10_000 },
    )
    .toContain('faq');
  return [...results, await one.pages.read('/faq')];
};

withRedis('an instance that joins later is told of the purges that it missed, as such', async () => {
  const { redis, one } = await openTwoInstances();
  await one.pages.purge(['faq']);
  const late = await openInstance(redis.url);

  await expect.poll(() => late.missed.toSorted()).toEqual(['connected', 'faq']);
  expect(late.purged).toEqual([]);
});

withRedis('an invalid message on the purge channel is ignored', async () => {
  const { redis, one, other } = await openTwoInstances();
  for (const message of ['not JSON', '', '[]', '{"from":1}', '{"from":"a","purgeSequence":"1","tags":[]}']) {
    await redis.publish('site:pages:purges', message);
  }

  await one.pages.purge(['faq']);
  await expect.poll(() => other.purged).toContain('faq');
});

withRedis('a corrupt cache entry counts as missing', async () => {
  const { redis, one } = await openTwoInstances();
  await writePage(one);
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  const key = (await redis.names()).find((name) => name.endsWith(':page:/faq')) ?? '';
  await client.set(key, 'not a cache entry');

  expect(await one.pages.read('/faq')).toBeNull();
});

withRedis('a purged page is never returned, even if the purge timed out in Redis', async () => {
  const { redis, one, other } = await openTwoInstances();
  await writePage(one);
  redis.pause();
  await one.pages.purge(['faq']);
  redis.resume();

  expect((await readUntilPurged(one, other)).filter((page) => page !== null)).toEqual([]);
});

withRedis('a purged page is never returned, even if the connection was lost during the purge', async () => {
  const { redis, one, other } = await openTwoInstances();
  await writePage(one);
  await redis.disconnectClients();
  await one.pages.purge(['faq']);

  expect((await readUntilPurged(one, other)).filter((page) => page !== null)).toEqual([]);
});

withRedis('while a purge of everything is pending, a cached page is not returned', async () => {
  const { redis, one, other } = await openTwoInstances();
  await writePage(one);
  redis.pause();
  await one.pages.purge(null);
  redis.resume();
  expect(await one.pages.read('/faq')).toBeNull();

  await expect.poll(() => other.purged).toContain('everything');
  one.pages.write('/faq', toEntry('What is it now?'), one.pages.purgeSequence());
  await expect.poll(() => one.pages.read('/faq')).not.toBeNull();
});
