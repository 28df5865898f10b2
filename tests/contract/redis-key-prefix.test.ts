import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPurgeChannel } from '../../src/framework/cache/purge-channel.ts';
import { createRedis } from '../../src/framework/redis.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';
import { revalidate, SECRET } from '../support/revalidation.ts';
import { startSiteForTest } from '../support/site-process.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';
import { startRelay } from '../support/smtp-relay.ts';

/** Runs against a real Redis, which is shared by the two sites `production` and `staging`. */
const withRedis = test.skipIf(isRedisMissing);

const openMail = async (redisUrl: string, redisKeyPrefix: string, smtpUrl: string) => {
  const limits = { address: { points: 1, perS: 600 } };
  const mail = await createTestMail({ redisUrl, redisKeyPrefix, smtpUrl, limits });
  onTestFinished(() => mail.stop(1_000));
  return mail;
};

withRedis('two sites do not share mail, rate limits or submission ids', async () => {
  const [redis, relay] = await Promise.all([openRedis(), startRelay()]);
  onTestFinished(relay.stop);
  const production = await openMail(redis.url, 'production', relay.url);
  const staging = await openMail(redis.url, 'staging', relay.url);
  await staging.start();
  const submissionId = randomUUID();

  expect(await production.accept(contact({ submissionId }), visitor())).toMatchObject({ status: 'accepted' });
  expect(await production.health()).toMatchObject({ pending: 1 });
  expect(await staging.health()).toMatchObject({ pending: 0 });
  expect(await staging.accept(contact({ submissionId, name: 'Staging' }), visitor())).toMatchObject({
    status: 'accepted',
  });
  await relay.waitForAccepted(1);
  await expect.poll(async () => (await staging.health()).pending).toBe(0);

  expect(relay.accepted).toHaveLength(1);
  expect(relay.accepted[0]).toContain('Staging');
  expect(await production.health()).toMatchObject({ pending: 1 });
});

withRedis('form tokens of one site are ignored by the other', async () => {
  const redis = await openRedis();
  const [production, staging] = await Promise.all(
    ['production', 'staging'].map((redisKeyPrefix) => createTestMail({ redisUrl: redis.url, redisKeyPrefix })),
  );
  const formToken = await production?.issueFormToken();

  expect(await staging?.accept(contact({ formToken }), visitor())).toMatchObject({ status: 'accepted' });
  expect(await production?.accept(contact({ formToken }), visitor())).toMatchObject({ statusCode: 429 });
  await Promise.all([production?.stop(1_000), staging?.stop(1_000)]);
});

withRedis('two sites do not share purges', async () => {
  const redis = await openRedis();
  const openChannel = async (keyPrefix: string) => {
    const purged: string[] = [];
    const joined = Promise.withResolvers<void>();
    const client = await createRedis(redis.url);
    const channel = createPurgeChannel(client, {
      keyPrefix,
      onPurge: (tags) => void purged.push(...(tags ?? ['everything'])),
      onJoin: joined.resolve,
    });
    onTestFinished(() => {
      channel.close();
      client.disconnect();
    });
    await joined.promise;
    return { ...channel, purged };
  };
  const production = await openChannel('production');
  const staging = await openChannel('staging');
  const stagingSibling = await openChannel('staging');
  await production.send(['faq']);
  await stagingSibling.send(['after']);

  // Redis delivers messages in order, so a purge by production would have arrived before this one.
  await expect.poll(() => staging.purged).toEqual(['after']);
});

withRedis('all Redis keys of a running site start with its prefix', async () => {
  const redis = await openRedis();
  const site = await startSiteForTest({
    REDIS_URL: redis.url,
    REDIS_KEY_PREFIX: 'staging',
    REVALIDATE_SECRET: SECRET,
    RATE_LIMIT_PER_MIN: '10',
    TRUST_PROXY: '127.0.0.1',
    SITE_URL: 'http://site.example',
  });
  await expect.poll(site.output).toContain('purges are shared through Redis');
  await fetch(`${site.url}/faq`);
  await fetch(`${site.url}/nothing-here`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
  const sent = await fetch(`${site.url}/mail/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contact()),
  });
  expect(sent.status).toBe(200);
  expect((await revalidate(site.url, ['faq'])).status).toBe(200);

  const kinds = ['mail:secret', 'mail:limit', 'mail:meta', ':seen:', 'limit:requests'];
  for (const kind of kinds) await expect.poll(async () => (await redis.names()).join()).toContain(kind);
  expect((await redis.names()).filter((name) => !name.startsWith('staging:'))).toEqual([]);
});
