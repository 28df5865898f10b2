import { expect, onTestFinished } from 'vitest';
import { createPurgeChannel } from '../../src/framework/cache/purge-channel.ts';
import { createRedis } from '../../src/framework/redis.ts';
import { openRedis, withRedis } from '../support/redis-server.ts';

// page-cache-redis.test.ts shows what instances of the built site do, also without Redis.

const EVERYTHING = 'everything';

const openInstance = async (url: string, keyPrefix = 'site') => {
  const purged: string[] = [];
  const joined = Promise.withResolvers<void>();
  const redis = await createRedis(url);
  const channel = createPurgeChannel(redis, {
    keyPrefix,
    onPurge: (tags) => void purged.push(...(tags ?? [EVERYTHING])),
    onJoin: joined.resolve,
  });
  onTestFinished(() => {
    channel.close();
    redis.disconnect();
  });
  await joined.promise;
  return { ...channel, purged };
};

withRedis(
  'only the other instances of a site are told which tags were purged; invalid messages are ignored',
  async () => {
    const redis = await openRedis();
    const [one, other, staging] = await Promise.all([
      openInstance(redis.url),
      openInstance(redis.url),
      openInstance(redis.url, 'staging'),
    ]);
    for (const message of ['not JSON', '', '[]', '{"from":1}', '{"from":"a","tags":[1]}']) {
      await redis.publish('site:purges', message);
    }
    await staging.send(['home']);
    await one.send(['faq', 'event:domain-days']);

    await expect.poll(() => other.purged).toEqual(['faq', 'event:domain-days']);
    expect([one.purged, staging.purged]).toEqual([[], []]);
  },
);

withRedis('a purge that a hanging Redis did not take becomes a purge of everything', async () => {
  const redis = await openRedis();
  const [one, other] = [await openInstance(redis.url), await openInstance(redis.url)];
  redis.pause();
  await one.send(['faq']);
  redis.resume();

  await expect.poll(() => other.purged).toContain(EVERYTHING);
});
