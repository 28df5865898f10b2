import 'server-only';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { log } from '../framework/shared.ts';
import {
  CLEANUP_INTERVAL_MS,
  CONCURRENCY,
  DAY_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  reportAttempt,
  retryDelayMs,
  succeedsWithin,
  toAttempt,
} from './outbox.ts';

export const QUEUE = 'mail';
/** States of jobs whose mail is still to be delivered. A job in the state `failed` is a dead letter. */
const PENDING_STATES = ['waiting', 'delayed', 'active', 'prioritized'] as const;
/** How many jobs of each state are compared to find the oldest pending mail. */
const MAX_INSPECTED = 50;

/** Thrown by a job, so that BullMQ retries it. */
class NotDelivered extends Error {}

const failuresOf = (data: unknown): number => OutboxEntry.safeParse(data).data?.retries?.failures ?? 0;

/**
 * The outbox as a BullMQ queue that all instances share; the id of a mail is the id of its job. It is as durable as its Redis,
 * which should run with `appendonly yes` and `appendfsync always`.
 */
export const createRedisOutbox = (
  redis: Redis,
  url: string,
  keyPrefix: string,
  { deliver, retentionDays, firstRetryMs }: OutboxOptions,
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

  /** Without this check BullMQ would wait for a connection indefinitely. */
  const assertReachable = (): void => {
    if (redis.status !== 'ready') throw new Error(`Redis is not reachable (${redis.status})`);
  };

  const clean = async (): Promise<void> => {
    assertReachable();
    await queue.clean(retentionDays * DAY_MS, 1_000, 'completed');
  };

  const processJob = async (job: Job): Promise<void> => {
    const entry = OutboxEntry.safeParse(job.data).data;
    if (!entry) throw new UnrecoverableError('unreadable job');
    const attempt = toAttempt(entry, await deliver(entry), { firstRetryMs });
    if (attempt.state === 'dead' || attempt.state === 'pending') await job.updateData(attempt.entry);
    reportAttempt(attempt);
    if (attempt.state === 'dead') throw new UnrecoverableError(attempt.reason);
    if (attempt.state === 'pending') {
      isRelayDown ||= attempt.isRelayDown;
      throw new NotDelivered(attempt.reason);
    }
    if (attempt.state === 'delivered' && isRelayDown) {
      isRelayDown = false;
      // The relay is up again, so other mail need not wait for the end of its back-off.
      await queue.promoteJobs().catch(() => undefined);
    }
  };

  const warnIfNotDurable = async (): Promise<void> => {
    const setting: unknown = await redis.config('GET', 'appendonly').catch(() => null);
    if (Array.isArray(setting) && setting[1] === 'no') {
      log.warn('Redis has no append-only file: accepted mail can be lost when Redis crashes');
    }
  };

  const oldestPendingS = async (): Promise<number> => {
    const ids = await queue.getRanges([...PENDING_STATES], 0, MAX_INSPECTED - 1, true);
    const times = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), 'timestamp')));
    const known = times.flatMap((time) => (time === null ? [] : [Number(time)]));
    return known.length === 0 ? 0 : Math.max(0, Math.round((Date.now() - Math.min(...known)) / 1000));
  };

  return {
    has: async (id) => {
      assertReachable();
      return (await redis.exists(queue.toKey(id))) === 1;
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
      worker = new Worker(QUEUE, processJob, {
        connection: blocking,
        prefix: keyPrefix,
        concurrency: CONCURRENCY,
        // A job is stalled if its process was killed during the delivery. That never makes its mail a dead letter.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: {
          backoffStrategy: (_attempts, _type, _error, job) =>
            retryDelayMs(Math.max(1, failuresOf(job?.data)), firstRetryMs),
        },
      });
      worker.on('error', () => undefined);
      cleaning = setInterval(() => void clean().catch(() => undefined), CLEANUP_INTERVAL_MS).unref();
      void warnIfNotDurable();
    },
    stop: async (limitMs) => {
      clearInterval(cleaning);
      const closing = (worker ? worker.close() : Promise.resolve()).then(() => queue.close());
      // Closing by force interrupts running jobs. BullMQ treats them as stalled, and another worker retries them.
      if (!(await succeedsWithin(limitMs, closing))) void worker?.close(true).catch(() => undefined);
      worker = null;
      blocking?.disconnect();
    },
    health: async () => {
      try {
        assertReachable();
        const { failed = 0, ...counts } = await queue.getJobCounts('failed', ...PENDING_STATES);
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
