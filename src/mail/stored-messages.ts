import 'server-only';
import { type JobType, Queue } from 'bullmq';
import { z } from 'zod';
import { parseJson } from '../framework/shared.ts';
import type { MailDatabase } from './mail-database.ts';
import { OutboxEntry } from './outbox.ts';
import { QUEUE } from './redis-outbox.ts';
import { discardMessage, retryMessage } from './sqlite-outbox.ts';

type StoredAttempt = { readonly at: number; readonly result: string; readonly reason: string | null };

/** A message as an operator sees it. */
export type StoredMessage = {
  readonly id: string;
  /** `pending`, `sending`, `delivered`, `dead` or `quarantined`. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  /** Null: this version of the site cannot read it. */
  readonly entry: OutboxEntry | null;
  readonly attempts: readonly StoredAttempt[];
};

/** Where messages are stored. */
export type MessageStore = {
  /** All messages, the oldest first. */
  readonly list: () => Promise<readonly StoredMessage[]>;
  /** Sends a dead or quarantined message again. Resolves with whether there is one with this id. */
  readonly retry: (id: string) => Promise<boolean>;
  /** Gives up a message that is neither delivered nor being sent. Resolves with whether there is one with this id. */
  readonly discard: (id: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const toEntry = (value: unknown): OutboxEntry | null => OutboxEntry.safeParse(value).data ?? null;

const Row = z.object({ id: z.string(), state: z.string(), accepted_at: z.number(), entry: z.string() });
const AttemptRow = z.object({ at: z.number(), result: z.string(), reason: z.string().nullable() });

/** The messages in the database of this machine. */
export const openDatabaseMessages = ({ run, close }: MailDatabase): MessageStore => ({
  list: () =>
    run((database) => {
      const attemptsOf = database.prepare('SELECT at, result, reason FROM attempts WHERE message = ? ORDER BY at');
      return database
        .prepare(
          `SELECT id, CASE WHEN holder IS NULL THEN state ELSE 'sending' END AS state, accepted_at, entry
           FROM messages ORDER BY accepted_at`,
        )
        .all()
        .map((value) => {
          const { id, state, accepted_at: acceptedAt, entry } = Row.parse(value);
          const attempts = attemptsOf.all(id).map((attempt) => AttemptRow.parse(attempt));
          return { id, state, acceptedAt, entry: toEntry(parseJson(entry)), attempts };
        });
    }),
  retry: (id) => run((database) => retryMessage(database, id)),
  discard: (id) => run((database) => discardMessage(database, id)),
  close: async () => close(),
});

/** The states of BullMQ's jobs, and what they mean for a message. */
const JOB_STATES = [
  ['pending', ['waiting', 'delayed', 'prioritized']],
  ['sending', ['active']],
  ['delivered', ['completed']],
  ['dead', ['failed']],
] as const;

/** The messages in Redis. Of their attempts only the last failed one is known. */
export const openRedisMessages = (url: string, keyPrefix: string): MessageStore => {
  const queue = new Queue(QUEUE, { connection: { url }, prefix: keyPrefix });

  const listState = async (state: string, jobStates: readonly JobType[]): Promise<StoredMessage[]> =>
    (await queue.getJobs([...jobStates])).map(({ id = '', timestamp, data, failedReason, processedOn }) => ({
      id,
      state,
      acceptedAt: timestamp,
      entry: toEntry(data),
      attempts: failedReason ? [{ at: processedOn ?? timestamp, result: 'failed', reason: failedReason }] : [],
    }));

  return {
    list: async () => {
      const lists = await Promise.all(JOB_STATES.map(([state, jobStates]) => listState(state, jobStates)));
      return lists.flat().toSorted((one, other) => one.acceptedAt - other.acceptedAt);
    },
    retry: async (id) => {
      const job = await queue.getJob(id);
      if (!job || (await job.getState()) !== 'failed') return false;
      await job.retry();
      return true;
    },
    discard: async (id) => {
      const job = await queue.getJob(id);
      if (!job || ['active', 'completed'].includes(await job.getState())) return false;
      await job.remove();
      return true;
    },
    close: () => queue.close(),
  };
};
