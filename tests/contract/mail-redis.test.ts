import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectRedis } from '../../src/framework/redis.ts';
import { createMailDatabase } from '../../src/mail/mail-database.ts';
import type { OutboxOptions } from '../../src/mail/outbox.ts';
import { createRedisOutbox } from '../../src/mail/redis-outbox.ts';
import { databaseFileIn, type MailService, type MailSettings } from '../../src/mail/service.ts';
import { createSqliteOutbox } from '../../src/mail/sqlite-outbox.ts';
import { entry, testOutboxContract } from '../support/outbox-contract.ts';
import { blockDatabase, contact, createTestMail, temporaryDirectory, visitor } from '../support/smtp-letters.ts';
import { type RelayBehaviour, startRelay } from '../support/smtp-relay.ts';

const isMissing = spawnSync('redis-server', ['--version']).status !== 0;
const withRedis = test.skipIf(isMissing);

let port = 0;
let server: ChildProcess | null = null;
let admin: Redis | null = null;
let cleanUps: (() => Promise<unknown>)[] = [];

const startRedis = async (directory: string): Promise<void> => {
  server = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of server.stdout ?? []) if (String(line).includes('Ready to accept connections')) return;
};

const stopRedis = async (): Promise<void> => {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
};

const directory = await temporaryDirectory();

beforeAll(async () => {
  if (isMissing) return;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  await startRedis(directory);
  admin = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  admin.on('error', () => undefined);
});

beforeEach(async () => {
  await admin?.flushall();
});

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

afterAll(async () => {
  admin?.disconnect();
  await stopRedis();
});

const openRelay = async (behaviour?: (attempt: number) => RelayBehaviour) => {
  const relay = await startRelay(behaviour);
  cleanUps.push(relay.stop);
  return relay;
};

const openMail = async (smtpUrl: string, changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({
    smtpUrl,
    redisUrl: `redis://127.0.0.1:${port}`,
    ...changes,
  });
  cleanUps.push(() => mail.stop(1_000));
  return mail;
};

const acceptMail = async (mail: MailService, input: unknown): Promise<string> => {
  const acceptance = await mail.accept(input, visitor());
  if (acceptance.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(acceptance)}`);
  return acceptance.id;
};

const ENTRY = entry(1);

const waitForHealth = async (
  mail: MailService,
  isReached: (health: Awaited<ReturnType<MailService['health']>>) => boolean,
) => {
  for (;;) {
    const health = await mail.health();
    if (isReached(health)) return health;
  }
};

describe.skipIf(isMissing)('the outbox in Redis', () => {
  testOutboxContract(async (options) => {
    const url = `redis://127.0.0.1:${port}`;
    const redis = await connectRedis(url);
    const own = createSqliteOutbox(createMailDatabase(databaseFileIn(await temporaryDirectory())), options);
    const outbox = createRedisOutbox({ ...options, redis, url, keyPrefix: 'site', own });
    const queue = new Queue('mail', { connection: { url }, prefix: 'site' });
    cleanUps.push(
      async () => redis.disconnect(),
      () => queue.close(),
      () => outbox.stop(1_000),
    );
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
  const relay = await openRelay();
  const accepting = await openMail(relay.url);
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1)
    ids.push(await acceptMail(accepting, contact({ company: `Company ${number}` })));
  await waitForHealth(accepting, ({ pending, dead, writable }) => pending >= 20 && dead === 0 && writable);

  const [first, second] = [await openMail(relay.url), await openMail(relay.url)];
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

withRedis('a message accepted by one instance is deduplicated by the other', async () => {
  const relay = await openRelay();
  const [first, second] = [await openMail(relay.url), await openMail(relay.url)];
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
  const relay = await openRelay();
  const [first, second] = [await openMail(relay.url), await openMail(relay.url)];
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

withRedis('a temporary rejection is retried, a permanent one is not', async () => {
  const relay = await openRelay((attempt) => (attempt < 3 ? 'busy' : attempt === 3 ? 'accept' : 'reject-mail'));
  const mail = await openMail(relay.url);
  await mail.start();

  await acceptMail(mail, contact());
  await relay.waitForAccepted(1);
  expect(relay.attempts()).toBe(3);

  await acceptMail(mail, contact({ name: 'Bo Rejected' }));
  expect(await waitForHealth(mail, ({ dead }) => dead === 1)).toMatchObject({ pending: 0, dead: 1 });
  expect(relay.attempts()).toBe(4);
});

withRedis('instances share the rate limits', async () => {
  const relay = await openRelay();
  const limits = { address: { points: 1, perS: 600 } };
  const [first, second] = [await openMail(relay.url, { limits }), await openMail(relay.url, { limits })];

  expect(await first.accept(contact(), visitor())).toMatchObject({ status: 'accepted' });
  expect(await second.accept(contact({ name: 'Bo Second' }), visitor())).toMatchObject({
    status: 'rejected',
    statusCode: 429,
  });
});

withRedis('a form token issued by one instance is valid on other instances', async () => {
  const relay = await openRelay();
  const [first, second] = [await openMail(relay.url), await openMail(relay.url)];
  const formToken = await first.issueFormToken();

  // Valid, but the form was filled in too quickly.
  expect(await second.accept(contact({ formToken }), visitor())).toMatchObject({
    statusCode: 429,
    retryAfter: expect.any(Number),
  });
});

withRedis(
  'messages survive a crash of Redis, and meanwhile new ones are delivered from the database of their instance',
  async () => {
    const relay = await openRelay();
    const before = await openMail(relay.url);
    const stored = await acceptMail(before, contact({ company: 'Before' }));
    await stopRedis();

    const mail = await openMail(relay.url);
    await mail.start();
    const fallback = await acceptMail(mail, contact({ company: 'Meanwhile' }));
    await relay.waitForAccepted(1);
    expect(relay.accepted[0]).toContain(`<${fallback}@site.test>`);

    await startRedis(directory);
    await relay.waitForAccepted(2);
    expect(relay.accepted[1]).toContain(`<${stored}@site.test>`);
  },
);

const readMessageIds = async (relay: Awaited<ReturnType<typeof openRelay>>) =>
  (await relay.parse()).map(({ messageId }) => messageId).sort();

const pauseRedis = (): void => {
  server?.kill('SIGSTOP');
  cleanUps.push(async () => server?.kill('SIGCONT'));
};

withRedis('while Redis hangs, messages are accepted, and are delivered once when Redis resumes', async () => {
  const relay = await openRelay();
  const mail = await openMail(relay.url);
  await mail.start();
  const before = await acceptMail(mail, contact({ company: 'Before' }));
  await relay.waitForAccepted(1);

  pauseRedis();
  const first = await acceptMail(mail, contact({ company: 'First' }));
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, number) => acceptMail(mail, contact({ company: `Company ${number}` }))),
  );
  expect(await mail.health()).toMatchObject({ writable: true });
  server?.kill('SIGCONT');
  await relay.waitForAccepted(12);
  await waitForHealth(mail, ({ pending }) => pending === 0);

  expect(await readMessageIds(relay)).toEqual([before, first, ...others].map((id) => `<${id}@site.test>`).sort());
});

withRedis('a mail whose write to Redis timed out but succeeded later is delivered once', async () => {
  const url = `redis://127.0.0.1:${port}`;
  const redis = await connectRedis(url);
  const deliveries: string[] = [];
  const options: OutboxOptions = {
    deliver: async ({ id }) => {
      deliveries.push(id);
      return { status: 'delivered' };
    },
    retentionDays: 30,
    firstRetryMs: 100,
  };
  const own = createSqliteOutbox(createMailDatabase(databaseFileIn(await temporaryDirectory())), options);
  const outbox = createRedisOutbox({ ...options, redis, url, keyPrefix: 'site', own });
  cleanUps.push(
    async () => redis.disconnect(),
    () => outbox.stop(1_000),
  );
  const before = { ...ENTRY, id: '00000000-0000-4000-8000-000000000000' };
  await outbox.put(before);
  await outbox.start();
  await expect.poll(() => deliveries).toEqual([before.id]);

  pauseRedis();
  await outbox.put({ ...ENTRY, acceptedAt: Date.now() });
  await expect.poll(() => deliveries).toEqual([before.id, ENTRY.id]);
  server?.kill('SIGCONT');
  await expect.poll(() => admin?.hexists(`site:mail:${ENTRY.id}`, 'finishedOn')).toBe(1);
  await expect.poll(() => outbox.health()).toMatchObject({ pending: 0 });

  expect(deliveries).toEqual([before.id, ENTRY.id]);
});

withRedis('while the database of an instance cannot be used, Redis takes and delivers its mail', async () => {
  const relay = await openRelay();
  const mail = await openMail(relay.url);
  await blockDatabase(mail.dataDir);
  await mail.start();

  const id = await acceptMail(mail, contact());
  await relay.waitForAccepted(1);
  expect(relay.accepted[0]).toContain(`<${id}@site.test>`);
  expect(await mail.health()).toMatchObject({ writable: true });
});
