import 'server-only';
import { once } from 'node:events';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { log } from '../framework/log.ts';
import {
  afterFailure,
  CONCURRENCY,
  DAY_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  retryDelayMs,
} from './outbox.ts';

const QUEUE = 'mail';
const CLEAN_MS = 60 * 60 * 1000;
const UNDELIVERED = ['waiting', 'delayed', 'active', 'prioritized'] as const;
/** The oldest is looked for among the first so many of each state. */
const LOOKED_AT = 50;

class NotDelivered extends Error {}

const failuresOf = (data: unknown): number => OutboxEntry.safeParse(data).data?.retries?.failures ?? 0;

/** The work, or a rejection when it takes longer. */
const within = async (limitMs: number, work: Promise<unknown>): Promise<void> => {
  const limit = AbortSignal.timeout(limitMs);
  await Promise.race([work, once(limit, 'abort').then(() => Promise.reject(limit.reason))]);
};

/**
 * The outbox as a BullMQ queue that all instances share; the id of a mail is the id of its job. What is in it is as durable
 * as this Redis is: `appendonly yes`, `appendfsync always`.
 */
export const createRedisOutbox = (
  redis: Redis,
  url: string,
  keyPrefix: string,
  { deliver, retentionDays, onEvent, firstRetryMs }: OutboxOptions,
): Outbox => {
  const queue = new Queue(QUEUE, {
    connection: redis,
    prefix: keyPrefix,
    skipMetasUpdate: true,
    skipVersionCheck: true,
  });
  queue.on('error', () => undefined);
  let worker: Worker | null = null;
  let blocking: Redis | null = null;
  let cleaning: NodeJS.Timeout | undefined;
  let isRelayDown = false;

  /** BullMQ waits for a connection as long as it takes; a visitor does not. */
  const assertReachable = (): void => {
    if (redis.status !== 'ready') throw new Error(`Redis is not reachable (${redis.status})`);
  };

  const clean = async (): Promise<void> => {
    assertReachable();
    await queue.clean(retentionDays * DAY_MS, 1_000, 'completed');
  };

  const process = async (job: Job): Promise<void> => {
    const entry = OutboxEntry.safeParse(job.data).data;
    if (!entry) throw new UnrecoverableError('unreadable job');
    const outcome = await deliver(entry);
    const context = { id: entry.id, attempts: (entry.retries?.failures ?? 0) + 1 };
    if (outcome.status === 'delivered') {
      log.info(context, 'mail delivered');
      onEvent('delivered');
      if (isRelayDown) {
        isRelayDown = false;
        // The others need not wait out their pause.
        await queue.promoteJobs().catch(() => undefined);
      }
      return;
    }
    if (outcome.status === 'handed-over') return;
    const { entry: changed, isGivenUp } = afterFailure(entry, outcome);
    await job.updateData(changed);
    if (isGivenUp) {
      log.error({ ...context, reason: outcome.reason }, 'mail given up and kept in the queue under failed');
      onEvent('dead');
      throw new UnrecoverableError(outcome.reason);
    }
    log.warn({ ...context, reason: outcome.reason }, 'mail not delivered yet');
    onEvent('failed');
    isRelayDown ||= outcome.status === 'failed' && outcome.isRelayDown;
    throw new NotDelivered(outcome.reason);
  };

  const warnIfForgetful = async (): Promise<void> => {
    const answer: unknown = await redis.config('GET', 'appendonly').catch(() => null);
    if (Array.isArray(answer) && answer[1] === 'no') {
      log.warn('this Redis keeps no append-only file: a message that it loses is lost');
    }
  };

  const oldestPendingS = async (): Promise<number> => {
    const ids = await queue.getRanges([...UNDELIVERED], 0, LOOKED_AT - 1, true);
    const times = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), 'timestamp')));
    const known = times.flatMap((time) => (time === null ? [] : [Number(time)]));
    return known.length === 0 ? 0 : Math.max(0, Math.round((Date.now() - Math.min(...known)) / 1000));
  };

  return {
    find: async (id) => {
      assertReachable();
      const job = await queue.getJob(id);
      return OutboxEntry.safeParse(job?.data).data?.digest ?? null;
    },
    put: async (entry) => {
      assertReachable();
      await queue.add(entry.mail.route, entry, {
        jobId: entry.id,
        timestamp: entry.acceptedAt,
        attempts: Number.MAX_SAFE_INTEGER,
        backoff: { type: 'custom' },
        removeOnComplete: { age: (retentionDays * DAY_MS) / 1000 },
        removeOnFail: false,
      });
    },
    start: async () => {
      if (worker) return;
      blocking = new Redis(url, { maxRetriesPerRequest: null });
      blocking.on('error', () => undefined);
      worker = new Worker(QUEUE, process, {
        connection: blocking,
        prefix: keyPrefix,
        concurrency: CONCURRENCY,
        // A process that is killed while it delivers must not cost the mail one of few lives.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: {
          backoffStrategy: (_attempts, _type, _error, job) =>
            retryDelayMs(Math.max(1, failuresOf(job?.data)), firstRetryMs),
        },
      });
      worker.on('error', () => undefined);
      cleaning = setInterval(() => void clean().catch(() => undefined), CLEAN_MS).unref();
      void warnIfForgetful();
    },
    stop: async (limitMs) => {
      clearInterval(cleaning);
      const closing = (worker ? worker.close() : Promise.resolve()).then(() => queue.close());
      const isClosed = await within(limitMs, closing).then(
        () => true,
        () => false,
      );
      // What is cut off here counts as stalled and is sent again by whoever is left.
      if (!isClosed) void worker?.close(true).catch(() => undefined);
      worker = null;
      blocking?.disconnect();
    },
    isWritable: async () => {
      try {
        assertReachable();
        await redis.ping();
        return true;
      } catch {
        return false;
      }
    },
    health: async () => {
      try {
        assertReachable();
        const { failed = 0, ...counts } = await queue.getJobCounts('failed', ...UNDELIVERED);
        const pending = Object.values(counts).reduce((sum, count) => sum + count, 0);
        return {
          pending,
          sending: counts.active ?? 0,
          dead: failed,
          oldestPendingS: pending > 0 ? await oldestPendingS() : 0,
          writable: true,
        };
      } catch {
        return { pending: 0, sending: 0, dead: 0, oldestPendingS: 0, writable: false };
      }
    },
  };
};
