import { expect, onTestFinished, test } from 'vitest';
import { createPurgeChannel } from '../../src/framework/cache/purge-channel.ts';
import { createRedis } from '../../src/framework/redis.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';

/** Runs against a real Redis. */
const withRedis = test.skipIf(isRedisMissing);

const EVERYTHING = 'everything';

const openInstance = async (url: string, keyPrefix = 'site') => {
  const purged: string[] = [];
  let joins = 0;
  const redis = await createRedis(url);
  const channel = createPurgeChannel(redis, {
    keyPrefix,
    onPurge: (tags) => void purged.push(...(tags ?? [EVERYTHING])),
    onJoin: () => {
      joins += 1;
    },
  });
  onTestFinished(() => {
    channel.close();
    redis.disconnect();
  });
  return { ...channel, purged, joins: () => joins };
};

const openTwoInstances = async () => {
  const redis = await openRedis();
  const [one, other] = await Promise.all([openInstance(redis.url), openInstance(redis.url)]);
  for (const { joins } of [one, other]) await expect.poll(joins).toBe(1);
  return { redis, one, other };
};

withRedis(
  'the other instances are told which tags were purged; the sender and the instances of another site are not',
  async () => {
    const { redis, one, other } = await openTwoInstances();
    const staging = await openInstance(redis.url, 'staging');
    await expect.poll(staging.joins).toBe(1);
    await staging.send(['home']);
    await one.send(['faq', 'event:domain-days']);

    await expect.poll(() => other.purged).toEqual(['faq', 'event:domain-days']);
    expect([one.purged, staging.purged]).toEqual([[], []]);
  },
);

withRedis('invalid messages on the channel are ignored', async () => {
  const { redis, one, other } = await openTwoInstances();
  for (const message of ['not JSON', '', '[]', '{"from":1}', '{"from":"a","tags":[1]}']) {
    await redis.publish('site:purges', message);
  }
  await one.send(['faq']);

  await expect.poll(() => other.purged).toEqual(['faq']);
});

withRedis('an instance whose connection was lost is told when it joins again', async () => {
  const { redis, other } = await openTwoInstances();
  await redis.disconnectClients();

  await expect.poll(other.joins).toBe(2);
});

withRedis('a purge that a hanging Redis did not take becomes a purge of everything', async () => {
  const { redis, one, other } = await openTwoInstances();
  redis.pause();
  await one.send(['faq']);
  redis.resume();

  await expect.poll(() => other.purged).toContain(EVERYTHING);
});
