import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { Queue } from 'bullmq';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { connectRedis } from '../../src/framework/redis.ts';
import { log } from '../../src/framework/shared.ts';
import { createMailDatabase } from '../../src/mail/mail-database.ts';
import type { DeliveryOutcome } from '../../src/mail/outbox.ts';
import { createRedisOutbox } from '../../src/mail/redis-outbox.ts';
import { databaseFileIn, type MailService, type MailSettings } from '../../src/mail/service.ts';
import { createSqliteOutbox } from '../../src/mail/sqlite-outbox.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { entry, testOutboxContract } from '../support/outbox-contract.ts';
import { isRedisMissing, openRedis, withRedis } from '../support/redis-server.ts';
import { acceptMail, blockDatabase, contact, createTestMail, visitor } from '../support/smtp-letters.ts';
import { startRelay } from '../support/smtp-relay.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const openMail = async (redis: { readonly url: string }, smtpUrl: string, changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({ smtpUrl, redisUrl: redis.url, ...changes });
  onTestFinished(() => mail.stop(1_000));
  return mail;
};

const waitForHealth = async (
  mail: MailService,
  isReached: (health: Awaited<ReturnType<MailService['health']>>) => boolean,
) => {
  for (;;) {
    const health = await mail.health();
    if (isReached(health)) return health;
  }
};

describe.skipIf(isRedisMissing)('the outbox in Redis', () => {
  testOutboxContract(async (options) => {
    const { url } = await openRedis();
    const redis = await connectRedis(url);
    const own = createSqliteOutbox(createMailDatabase(databaseFileIn(temporaryDirectory())), options);
    const outbox = createRedisOutbox({ ...options, redis, url, keyPrefix: 'site', own });
    const queue = new Queue('mail', { connection: { url }, prefix: 'site' });
    onTestFinished(async () => {
      await outbox.stop(1_000);
      await queue.close();
      redis.disconnect();
    });
    return {
      outbox,
      readDead: async (id) => JSON.parse((await redis.hget(`site:mail:${id}`, 'data')) ?? '{}'),
      retryDead: async (id) => {
        const job = await queue.getJob(id);
        await job?.retry('failed', { resetAttemptsMade: true });
      },
    };
  });
});

withRedis('mail accepted by an instance that does not deliver is delivered once by other instances', async () => {
  const [redis, relay] = [await openRedis(), await startRelay()];
  const accepting = await openMail(redis, relay.url);
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1)
    ids.push(await acceptMail(accepting, contact({ company: `Company ${number}` })));
  await waitForHealth(accepting, ({ pending, dead, writable }) => pending >= 20 && dead === 0 && writable);

  const [first, second] = [await openMail(redis, relay.url), await openMail(redis, relay.url)];
  await Promise.all([first.start(), second.start()]);
  await relay.waitForAccepted(1);
  await waitForHealth(first, ({ pending }) => pending === 0);
  // If Redis took longer than half a second for a mail, the accepting instance has kept it, and delivers it itself.
  await accepting.start();
  await relay.waitForAccepted(20);
  await waitForHealth(accepting, ({ pending }) => pending === 0);

  const delivered = (await relay.parse()).map(({ messageId }) => messageId);
  expect(delivered.sort()).toEqual(ids.map((id) => `<${id}@site.test>`).sort());
  await expect.poll(async () => (await first.events()).delivered).toBe(20);
});

withRedis(
  'mail is sent once, even if its job is started again because Redis was away during the delivery',
  async () => {
    const { url } = await openRedis();
    const redis = await connectRedis(url);
    const { id } = entry(1);
    const deliver = vi.fn(async (): Promise<DeliveryOutcome> => {
      if (deliver.mock.calls.length > 1) return { status: 'delivered' };
      // As BullMQ restarts a stalled job, whose lock has expired.
      const restart = redis.multi().del(`site:mail:${id}:lock`).lrem('site:mail:active', 0, id);
      await restart.rpush('site:mail:wait', id).zadd('site:mail:marker', 0, '0').exec();
      await expect.poll(() => isOwn).toHaveBeenCalledTimes(2);
      return { status: 'delivered' };
    });
    const options = { deliver, retentionDays: 30 };
    const own = createSqliteOutbox(createMailDatabase(databaseFileIn(temporaryDirectory())), options);
    // Each start of a job asks this first.
    const isOwn = vi.fn(own.has);
    const outbox = createRedisOutbox({ ...options, redis, url, keyPrefix: 'site', own: { ...own, has: isOwn } });
    onTestFinished(async () => {
      await outbox.stop(1_000);
      redis.disconnect();
    });
    await outbox.put(entry(1));
    await outbox.start();

    await expect.poll(() => redis.zcard('site:mail:completed')).toBe(1);
    expect(deliver).toHaveBeenCalledTimes(1);
  },
);

withRedis('a message accepted by one instance is deduplicated by the other', async () => {
  const [redis, relay] = [await openRedis(), await startRelay()];
  const [first, second] = [await openMail(redis, relay.url), await openMail(redis, relay.url)];
  const submissionId = randomUUID();

  const acceptances = await Promise.all(
    [first, second].map((mail) => mail.accept(contact({ submissionId }), visitor())),
  );
  await first.start();
  await relay.waitForAccepted(1);
  await waitForHealth(first, ({ pending }) => pending === 0);

  expect(acceptances[0]).toEqual(acceptances[1]);
  expect(await second.accept(contact({ submissionId }), visitor())).toEqual(acceptances[0]);
  expect(await second.accept(contact({ submissionId, name: 'Bo Other' }), visitor())).not.toEqual(acceptances[0]);
});

withRedis('two messages with one submission id sent concurrently to two instances are both delivered', async () => {
  const [redis, relay] = [await openRedis(), await startRelay()];
  const [first, second] = [await openMail(redis, relay.url), await openMail(redis, relay.url)];
  const accepted = new Set<string>();

  for (let round = 0; round < 10; round += 1) {
    const submissionId = randomUUID();
    const [firstId, secondId] = await Promise.all([
      acceptMail(first, contact({ submissionId })),
      acceptMail(second, contact({ submissionId, name: 'Bo Other' })),
    ]);
    accepted.add(firstId).add(secondId);
  }
  await Promise.all([first.start(), second.start()]);

  expect(accepted.size).toBe(20);
  // Where a mail was stored does not matter: an instance stores it itself if Redis takes longer than half a second.
  const listDelivered = async () => new Set((await relay.parse()).map(({ messageId }) => messageId));
  await expect.poll(listDelivered).toEqual(new Set([...accepted].map((id) => `<${id}@site.test>`)));
});

withRedis(
  'messages survive a crash of Redis, and meanwhile new ones are delivered from the database of their instance',
  async () => {
    const redis = await openRedis(temporaryDirectory());
    const relay = await startRelay();
    const before = await openMail(redis, relay.url);
    const stored = await acceptMail(before, contact({ company: 'Before' }));
    await redis.stop();

    const mail = await openMail(redis, relay.url);
    await mail.start();
    const fallback = await acceptMail(mail, contact({ company: 'Meanwhile' }));
    await relay.waitForAccepted(1);
    expect(relay.accepted[0]).toContain(`<${fallback}@site.test>`);

    await redis.start();
    await relay.waitForAccepted(2);
    expect(relay.accepted[1]).toContain(`<${stored}@site.test>`);
  },
);

/** A URL that leads to the first server, and for new connections to the second after `failOver`, when the first one is a replica. */
const openFailover = async () => {
  const [first, second] = [await openRedis(), await openRedis()];
  let primary = first;
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(primary.url).port), '127.0.0.1');
    pipeline(client, upstream, client, () => undefined);
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  const failOver = async (): Promise<void> => {
    primary = second;
    const redis = await connectRedis(first.url);
    // Of a primary that does not respond, because a replica would store a copy of its keys in the working directory.
    await redis.replicaof('127.0.0.1', 1);
    redis.disconnect();
  };
  return { url: `redis://127.0.0.1:${port}`, failOver };
};

withRedis(
  'after a planned failover, an instance delivers mail that another one has stored in the new primary',
  async () => {
    const [redis, relay] = [await openFailover(), await startRelay()];
    const mail = await openMail(redis, relay.url);
    await mail.start();
    await acceptMail(mail, contact({ company: 'Before' }));
    await relay.waitForAccepted(1);
    await redis.failOver();

    const other = await openMail(redis, relay.url);
    const stored = await acceptMail(other, contact({ company: 'After' }));
    await relay.waitForAccepted(2);
    expect(relay.accepted[1]).toContain(`<${stored}@site.test>`);
  },
);

withRedis('a user of Redis without dangerous commands is enough', async () => {
  const [server, relay] = [await openRedis(), await startRelay()];
  const redis = await connectRedis(server.url);
  onTestFinished(() => redis.disconnect());
  await redis.acl('SETUSER', 'site', 'on', '>password', '~site:*', '&site:*', '+@all', '-@dangerous');
  const mail = await openMail({ url: server.url.replace('//', '//site:password@') }, relay.url);
  await mail.start();
  await acceptMail(mail, contact());

  await relay.waitForAccepted(1);
});

withRedis('a Redis that rejects writes is asked for mail once a second', async () => {
  const [server, relay] = [await openRedis(), await startRelay()];
  const redis = await connectRedis(server.url);
  onTestFinished(() => redis.disconnect());
  await redis.replicaof('127.0.0.1', 1);
  const countRejected = async (): Promise<number> =>
    Number(/cmdstat_evalsha:.*failed_calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  const mail = await openMail(server, relay.url);
  await mail.start();

  await expect.poll(countRejected).toBeGreaterThan(3);
  expect(await countRejected()).toBeLessThan(50);
});

const readMessageIds = async (relay: Awaited<ReturnType<typeof startRelay>>) =>
  (await relay.parse()).map(({ messageId }) => messageId).sort();

withRedis('while Redis hangs, messages are accepted, and are delivered once when Redis resumes', async () => {
  const [redis, relay] = [await openRedis(), await startRelay()];
  const mail = await openMail(redis, relay.url);
  await mail.start();
  const before = await acceptMail(mail, contact({ company: 'Before' }));
  await relay.waitForAccepted(1);

  redis.pause();
  const first = await acceptMail(mail, contact({ company: 'First' }));
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, number) => acceptMail(mail, contact({ company: `Company ${number}` }))),
  );
  expect(await mail.health()).toMatchObject({ writable: true });
  redis.resume();
  await relay.waitForAccepted(12);
  await waitForHealth(mail, ({ pending }) => pending === 0);

  expect(await readMessageIds(relay)).toEqual([before, first, ...others].map((id) => `<${id}@site.test>`).sort());
});

withRedis('while the database of an instance cannot be used, Redis takes and delivers its mail', async () => {
  const [redis, relay] = [await openRedis(), await startRelay()];
  const mail = await openMail(redis, relay.url);
  await blockDatabase(mail.dataDir);
  await mail.start();

  const id = await acceptMail(mail, contact());
  await relay.waitForAccepted(1);
  expect(relay.accepted[0]).toContain(`<${id}@site.test>`);
  expect(await mail.health()).toMatchObject({ writable: true });
});

withRedis('mail that a full Redis does not take is delivered, and the log says why Redis did not take it', async () => {
  const error = vi.spyOn(log, 'error');
  const redis = await openRedis();
  const relay = await startRelay();
  const mail = await openMail(redis, relay.url);
  await mail.start();
  const client = await connectRedis(redis.url);
  await client.config('SET', 'maxmemory', 1);
  client.disconnect();

  const id = await acceptMail(mail, contact());

  await relay.waitForAccepted(1);
  expect(error).toHaveBeenCalledWith(
    { id, err: expect.objectContaining({ message: expect.stringContaining('OOM command not allowed') }) },
    'Redis did not store a mail, so it is stored on this machine',
  );
});
