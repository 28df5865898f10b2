import { expect, onTestFinished, test } from 'vitest';
import { createPurgeChannel } from '../../../../src/framework/cache/purge-channel.ts';
import { createRedis } from '../../../../src/framework/redis.ts';

/** With a real Redis: tests/contract/purge-channel-redis.test.ts. */
test('while Redis cannot be reached, a purge is sent to nobody and does not fail', async () => {
  const calls: unknown[] = [];
  const redis = await createRedis('redis://127.0.0.1:1');
  const channel = createPurgeChannel(redis, {
    keyPrefix: 'site',
    onPurge: (tags) => void calls.push(tags),
    onJoin: () => void calls.push('joined'),
  });
  onTestFinished(() => {
    channel.close();
    redis.disconnect();
  });
  await channel.send(['faq']);

  expect(calls).toEqual([]);
});
