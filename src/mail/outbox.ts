import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { log } from '../framework/shared.ts';
import { countMessage } from './message-metrics.ts';

/** The captcha proof of a message. `unverified`: the provider could not verify it, for example because of an outage. */
const Proof = z.enum(['verified', 'unverified', 'absent']);

const Mail = z.object({
  /**
   * The name of the message kind, whose recipients are looked up at delivery; or `reply` for a confirmation, which goes to
   * `visitor`.
   */
  route: z.string(),
  visitor: z.object({ name: z.string().optional(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
});

/** The relay's final answers by recipient. A retry leaves these recipients out. */
const Answered = z.object({
  delivered: z.array(z.string()),
  /** Permanently rejected, with the relay's codes. */
  refused: z.record(z.string(), z.string()),
});

/**
 * An accepted mail as it is stored in the database and in jobs: renaming a field changes their format. Only `answered` and `retries` change
 * after the mail was stored. Its state is not a field, but that of its row or job.
 */
export const OutboxEntry = z.object({
  /** Derived from the content, so that a repeat has the same id, and a different message another one. */
  id: z.string().regex(/^[\da-f-]{36}(?:-reply)?$/),
  reference: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  proof: Proof,
  mail: Mail,
  /** Absent unless the relay answered differently for different recipients. */
  answered: z.optional(Answered),
  /**
   * The number of failed attempts since the mail was accepted, or since the operator retried it, and the time of the first of them in
   * milliseconds since 1970. Absent before the first failure.
   */
  retries: z.optional(z.object({ failures: z.number(), since: z.number() })),
});

export type OutboxEntry = z.output<typeof OutboxEntry>;
export type Mail = z.output<typeof Mail>;
export type Answered = z.output<typeof Answered>;
export type Proof = z.output<typeof Proof>;

/**
 * The outcome of one delivery attempt. `reason` contains codes, never an address or message text. `answered` is present when the
 * relay answered differently for different recipients.
 */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
  /** The other outbox of this instance delivers the mail. */
  | { readonly status: 'handed-over' }
  /** The relay rejected the mail permanently, for at least some recipients. */
  | { readonly status: 'rejected'; readonly reason: string; readonly answered?: Answered }
  /** To be retried. `isRelayDown`: no other mail would have been delivered either. */
  | { readonly status: 'failed'; readonly reason: string; readonly isRelayDown: boolean; readonly answered?: Answered };

/** One delivery attempt. It never throws. */
export type Deliver = (entry: OutboxEntry) => Promise<DeliveryOutcome>;

export type OutboxHealth = {
  /** Accepted and not delivered, including `sending`. */
  readonly pending: number;
  /** Being sent. A mail that is being sent for minutes is stuck. */
  readonly sending: number;
  /** Dead letters, which wait for the operator. */
  readonly dead: number;
  /** The age of the oldest pending mail in seconds. */
  readonly oldestPendingS: number;
  readonly writable: boolean;
};

/** Stores accepted mail durably until it is delivered. */
export type Outbox = {
  /** Whether the mail with this id was accepted, whatever became of it. */
  readonly has: (id: string) => Promise<boolean>;
  /** Resolves when the mail is durable. If the id is stored already, nothing changes. */
  readonly put: (entry: OutboxEntry) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Starts no new attempts and waits for running ones, for at most `limitMs`. */
  readonly stop: (limitMs: number) => Promise<void>;
  readonly health: () => Promise<OutboxHealth>;
};

export type OutboxOptions = {
  readonly deliver: Deliver;
  /** How long delivered mail is kept. */
  readonly retentionDays: number;
  /** The back-off after the first failure, in milliseconds. */
  readonly firstRetryMs?: number | undefined;
};

export const DAY_MS = 24 * 60 * 60 * 1000;
/** How often outboxes remove what is past its retention. */
export const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;
export const CONCURRENCY = 5;
/** Relays give up after about the same time (RFC 5321 § 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;
/** With the back-off of `retryDelayMs` this many failures take about five days. */
const GIVE_UP_AFTER_FAILURES = 30;
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 6 * 60 * 60 * 1000;

/** Exponential back-off after the `attempt`-th failure (from 1): at most 6 hours, with 25 % jitter. */
export const retryDelayMs = (attempt: number, firstMs = FIRST_RETRY_MS, random = Math.random()): number =>
  Math.round(Math.min(MAX_RETRY_MS, firstMs * 2 ** Math.min(attempt - 1, 30)) * (0.75 + random / 2));

const succeeds = async (work: Promise<unknown>): Promise<boolean> => {
  const [{ status }] = await Promise.allSettled([work]);
  return status === 'fulfilled';
};

export const succeedsWithin = (limitMs: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([succeeds(work), sleep(limitMs, false, { ref: false })]);

/**
 * Applies the retry rules, which are the same for every outbox, to the outcome of an attempt. A mail becomes a dead letter when the
 * relay rejects it permanently, or after both five days and thirty failures. Five days alone do not suffice, because the clock may
 * have jumped ahead. A dead letter is stored without its failures and rejections: when the operator retries it, the
 * outbox sends it to every recipient that does not have it yet, and may retry for five days again.
 *
 * @returns the state of the mail after the attempt and, if the entry changed, the entry to store.
 */
export const toAttempt = (
  entry: OutboxEntry,
  outcome: DeliveryOutcome,
  { firstRetryMs, now = Date.now() }: { readonly firstRetryMs?: number | undefined; readonly now?: number } = {},
) => {
  const attempts = (entry.retries?.failures ?? 0) + 1;
  const attempt = { id: entry.id, attempts };
  if (outcome.status === 'delivered') return { ...attempt, state: 'delivered' } as const;
  if (outcome.status === 'handed-over') return { ...attempt, state: 'handed-over' } as const;

  const { reason, answered = entry.answered } = outcome;
  const { retries, ...mail } = { ...entry, ...(answered ? { answered } : {}) };
  const since = retries?.since ?? now;
  const isExpired = attempts >= GIVE_UP_AFTER_FAILURES && now - since > GIVE_UP_AFTER_MS;
  if (outcome.status === 'rejected' || isExpired) {
    const withoutRefusals = answered ? { answered: { ...answered, refused: {} } } : {};
    return { ...attempt, state: 'dead', reason, entry: { ...mail, ...withoutRefusals } } as const;
  }
  return {
    ...attempt,
    state: 'pending',
    reason,
    entry: { ...mail, retries: { failures: attempts, since } },
    retryMs: retryDelayMs(attempts, firstRetryMs),
    isRelayDown: outcome.isRelayDown,
  } as const;
};

/** The result for a stored mail that this version of the site cannot read. */
export const unreadable = (id: string) =>
  ({ id, attempts: 0, state: 'dead', reason: 'unreadable entry', entry: null }) as const;

export type Attempt = ReturnType<typeof toAttempt> | ReturnType<typeof unreadable>;

export const reportAttempt = (attempt: Attempt): void => {
  const { id, attempts } = attempt;
  if (attempt.state === 'delivered') {
    log.info({ id, attempts }, 'mail delivered');
    countMessage('delivered');
  } else if (attempt.state === 'handed-over') {
    log.info({ id }, 'mail handed over to the other outbox');
  } else if (attempt.state === 'dead') {
    log.error({ id, attempts, reason: attempt.reason }, 'mail given up and stored as a dead letter');
    countMessage('dead');
  } else {
    const { reason, retryMs } = attempt;
    log.warn({ id, attempts, reason, retryInS: Math.round(retryMs / 1000) }, 'mail not delivered yet');
    countMessage('failed');
  }
};
