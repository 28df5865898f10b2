import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { createReconnectOnError, log } from '../framework/shared.ts';
import {
  type Attempt,
  attemptDelivery,
  CLEANUP_INTERVAL_MS,
  CONCURRENCY,
  DAY_MS,
  LONGEST_RETRY_MS,
  type Outbox,
  OutboxEntry,
  type OutboxOptions,
  reportAttempt,
  retryDelayMs,
  waitFor,
} from './outbox.ts';

const QUEUE = 'mail';
/** States of jobs whose mail is still to be delivered. A job in the state `failed` is a dead letter. */
const PENDING_STATES = ['waiting', 'delayed', 'active', 'prioritized'] as const;

/** BullMQ multiplies the time at which a job is due by this, to order jobs within a millisecond. */
const SCORE_PER_MS = 0x1000;
const REJECTED_PAUSE_MS = 1_000;

/** BullMQ itself asks again at once if Redis rejects writes because it is full, read-only or cannot save. */
class PacedWorker extends Worker {
  protected override async moveToActive(...args: Parameters<Worker['moveToActive']>) {
    try {
      return await super.moveToActive(...args);
    } catch (error) {
      await sleep(REJECTED_PAUSE_MS, undefined, { ref: false });
      throw error;
    }
  }
}

/** The queue of all instances, on a connection that the caller closes. */
export const openQueue = (connection: Redis, prefix: string): Queue =>
  new Queue(QUEUE, { connection, prefix, skipMetasUpdate: true, skipVersionCheck: true });

/** Thrown by a job, so that BullMQ retries it. */
class NotDelivered extends Error {}

type RedisOutboxOptions = OutboxOptions & {
  /** The site's connection, whose commands fail within a second when Redis does not answer. */
  readonly redis: Redis;
  readonly url: string;
  readonly keyPrefix: string;
  /** The outbox of this instance, which keeps and delivers what Redis does not take, and the quarantine. */
  readonly own: Outbox;
};

/**
 * The outbox of several instances: a BullMQ queue that they share, in which the id of a mail is the id of its job. It
 * is as durable as its Redis, which should run with `appendonly yes` and `appendfsync always`. What Redis does not take
 * is stored and delivered by the instance.
 */
export const createRedisOutbox = (options: RedisOutboxOptions): Outbox => {
  const { redis, url, keyPrefix, own, retentionDays, firstRetryMs } = options;
  const queue = openQueue(redis, keyPrefix);
  queue.on('error', () => undefined);
  /** Attempts by the id of their mail: the running ones, and the successful ones that Redis does not know yet. */
  const attempts = new Map<string, Promise<Attempt>>();
  let worker: Worker | null = null;
  let blocking: Redis | null = null;
  let cleaning: NodeJS.Timeout | undefined;

  /** Without this check BullMQ would wait for a connection indefinitely. */
  const assertReachable = (): void => {
    if (redis.status !== 'ready') throw new Error(`Redis is not reachable (${redis.status})`);
  };

  /** An own outbox that cannot be read must not stop Redis. */
  const isOwn = (id: string): Promise<boolean> =>
    own.has(id).catch((error) => {
      log.warn({ err: error }, "this instance's own outbox cannot be read");
      return false;
    });

  const startAttempt = (entry: OutboxEntry, failures: number): Promise<Attempt> => {
    const running = attemptDelivery(entry, failures, options).then((attempt) => {
      if (attempt.state !== 'delivered') attempts.delete(entry.id);
      reportAttempt(entry.id, attempt, failures);
      return attempt;
    });
    attempts.set(entry.id, running);
    return running;
  };

  const processJob = async (job: Job): Promise<void> => {
    const entry = OutboxEntry.safeParse(job.data).data;
    if (!entry) throw new UnrecoverableError('unreadable entry');
    // Redis stored the mail, but its response was lost, so the own outbox delivers it.
    if (await isOwn(entry.id)) return;
    // If Redis was away for so long during an attempt that the job counts as stalled, the job is started again.
    const attempt = await (attempts.get(entry.id) ?? startAttempt(entry, job.attemptsMade));
    if (attempt.state !== 'delivered') await job.updateData(attempt.entry);
    if (attempt.state === 'dead') throw new UnrecoverableError(attempt.reason);
    if (attempt.state === 'pending') throw new NotDelivered(attempt.reason);
  };

  const putInRedis = async (entry: OutboxEntry): Promise<void> => {
    assertReachable();
    await queue.add(entry.mail.route, entry, {
      jobId: entry.id,
      timestamp: entry.acceptedAt,
      attempts: Number.MAX_SAFE_INTEGER,
      backoff: { type: 'custom' },
      removeOnComplete: { age: (retentionDays * DAY_MS) / 1000 },
      removeOnFail: false,
    });
  };

  const warnIfNotDurable = async (): Promise<void> => {
    const info = await redis.info().catch(() => '');
    if (info.includes('aof_enabled:0')) {
      log.warn('Redis has no append-only file: accepted mail can be lost when Redis crashes');
    }
    if (/maxmemory_policy:(?!noeviction)/.test(info)) {
      log.warn('the maxmemory-policy of Redis is not noeviction: accepted mail can be lost when Redis is full');
    }
  };

  /** Retries mail that is due later than any retry: it failed while the clock was ahead. */
  const retryLate = async (): Promise<void> => {
    const latest = (Date.now() + LONGEST_RETRY_MS) * SCORE_PER_MS;
    for (const id of await redis.zrangebyscore(queue.toKey('delayed'), latest, '+inf')) {
      await (await queue.getJob(id))?.promote();
    }
  };

  /** BullMQ itself removes completed jobs only when the next one is completed. */
  const tidyUp = async (): Promise<void> => {
    if (redis.status !== 'ready') return;
    await Promise.allSettled([retryLate(), queue.clean(retentionDays * DAY_MS, 1_000, 'completed')]);
  };

  /** Compares 50 jobs of each state. */
  const oldestPendingS = async (): Promise<number> => {
    const ids = await queue.getRanges([...PENDING_STATES], 0, 49, true);
    const times = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), 'timestamp')));
    const oldest = Math.min(Date.now(), ...times.map((time) => Number(time ?? Infinity)));
    return Math.round((Date.now() - oldest) / 1000);
  };

  const sharedHealth = async () => {
    try {
      assertReachable();
      const { failed: dead = 0, ...counts } = await queue.getJobCounts('failed', ...PENDING_STATES);
      const pending = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { pending, sending: counts.active ?? 0, dead, oldestPendingS: await oldestPendingS(), writable: true };
    } catch {
      return { pending: 0, sending: 0, dead: 0, oldestPendingS: 0, writable: false };
    }
  };

  return {
    has: async (id) => {
      const isInRedis = redis.status === 'ready' && (await redis.exists(queue.toKey(id)).catch(() => 0)) === 1;
      return isInRedis || isOwn(id);
    },
    put: async (entry, state) => {
      if (state === 'quarantined') return own.put(entry, state);
      try {
        await putInRedis(entry);
      } catch (error) {
        log.error({ id: entry.id, err: error }, 'Redis did not store a mail, so it is stored on this machine');
        await own.put(entry);
      }
    },
    start: async () => {
      await own.start();
      if (worker) return;
      blocking = new Redis(url, { maxRetriesPerRequest: null, reconnectOnError: createReconnectOnError() });
      blocking.on('error', () => undefined);
      worker = new PacedWorker(QUEUE, processJob, {
        connection: blocking,
        prefix: keyPrefix,
        // It needs the command INFO, which is dangerous for Redis' access control lists.
        skipVersionCheck: true,
        concurrency: CONCURRENCY,
        // A job is stalled if its process was killed during the delivery. That never makes its mail a dead letter.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: { backoffStrategy: (attemptsMade) => retryDelayMs(attemptsMade, firstRetryMs) },
      });
      worker.on('error', () => undefined);
      worker.on('completed', ({ id = '' }) => attempts.delete(id));
      cleaning = setInterval(tidyUp, CLEANUP_INTERVAL_MS).unref();
      void tidyUp();
      void warnIfNotDurable();
    },
    stop: async (limitMs) => {
      clearInterval(cleaning);
      const closing = (worker ? worker.close() : Promise.resolve()).then(() => queue.close());
      // Jobs that are still running then are stalled for BullMQ, and another worker retries them.
      await Promise.all([waitFor(closing, limitMs), own.stop(limitMs)]);
      worker = null;
      blocking?.disconnect();
    },
    health: async () => {
      const [shared, here] = await Promise.all([sharedHealth(), own.health()]);
      return {
        pending: shared.pending + here.pending,
        sending: shared.sending + here.sending,
        dead: shared.dead + here.dead,
        quarantined: here.quarantined,
        oldestPendingS: Math.max(shared.oldestPendingS, here.oldestPendingS),
        writable: shared.writable || here.writable,
      };
    },
  };
};
