import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { log } from '../framework/shared.ts';
import { countMessage, type OutboxHealth } from './metrics.ts';

/**
 * Whether a message came with a captcha solution. `unverified`: the provider could not verify the solution, through no
 * fault of the visitor; `absent`: there was none.
 */
const CaptchaResult = z.enum(['verified', 'unverified', 'absent']);

const Mail = z.object({
  /**
   * The name of the message kind, whose recipients are looked up at delivery; or `reply` for a confirmation, which goes
   * to `visitor`. Messages of some kinds may come without the visitor's address.
   */
  route: z.string(),
  visitor: z.object({ name: z.string().optional(), address: z.string().optional() }),
  /** Absent in confirmations. */
  captcha: z.optional(CaptchaResult),
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
 * An accepted mail as it is stored in the database and in jobs: renaming a field changes their format. Only `answered`
 * changes after the mail was stored. Its state and its failures are those of its row or job.
 */
export const OutboxEntry = z.object({
  /** Derived from the content, so that a repeat has the same id, and a different message another one. */
  id: z.string().regex(/^[\da-f-]{36}(?:-reply)?$/),
  reference: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  mail: Mail,
  /** Absent unless the relay answered differently for different recipients. */
  answered: z.optional(Answered),
});

export type OutboxEntry = z.output<typeof OutboxEntry>;
export type CaptchaResult = z.output<typeof CaptchaResult>;
export type Mail = z.output<typeof Mail>;
export type Answered = z.output<typeof Answered>;

/**
 * The outcome of one delivery attempt. `rejected`: permanently, by at least some recipients; `failed`: to be retried.
 * `reason` contains codes, never an address or message text. `answered` is present when the relay answered differently
 * for different recipients.
 */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'rejected' | 'failed'; readonly reason: string; readonly answered?: Answered };

/** One delivery attempt. If it rejects, for a reason that nobody has thought of, it is retried. */
export type Deliver = (entry: OutboxEntry) => Promise<DeliveryOutcome>;

/** Stores accepted mail durably and delivers it. */
export type Outbox = {
  /** Whether the mail with this id was accepted, whatever became of it. False for a quarantined one. */
  readonly has: (id: string) => Promise<boolean>;
  /**
   * Resolves when the mail is durable. If the id is stored already, nothing changes, except that a quarantined mail
   * becomes pending. A quarantined mail is not sent until an operator retries it.
   */
  readonly put: (entry: OutboxEntry, state?: 'pending' | 'quarantined') => Promise<void>;
  /** Begins to deliver. */
  readonly start: () => Promise<void>;
  /** Starts no new attempts and waits for running ones, for at most `limitMs`. */
  readonly stop: (limitMs: number) => Promise<void>;
  readonly health: () => Promise<OutboxHealth>;
};

export type OutboxOptions = {
  readonly deliver: Deliver;
  /** How long delivered and quarantined mail is kept. */
  readonly retentionDays: number;
  /** The back-off after the first failure, in milliseconds. */
  readonly firstRetryMs?: number | undefined;
};

export const DAY_MS = 24 * 60 * 60 * 1000;
/** How often outboxes remove what is past its retention. */
export const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;
export const CONCURRENCY = 5;
/**
 * With the back-off these take five days, after which relays give up, too (RFC 5321 § 4.5.4.1). Time itself does not count, because the
 * clock may jump ahead, and the operator may retry an old mail.
 */
const GIVE_UP_AFTER_FAILURES = 246;
const FIRST_RETRY_MS = 15_000;
/** When the relay is up again after an outage, mail is delayed for at most this long. */
const MAX_RETRY_MS = 30 * 60 * 1000;
const JITTER = 0.25;
/** No retry is due later than this. */
export const LONGEST_RETRY_MS = MAX_RETRY_MS * (1 + JITTER);

/** Exponential back-off after the `failures`-th failure (from 1): at most 30 minutes, with 25 % jitter. */
export const retryDelayMs = (failures: number, firstMs = FIRST_RETRY_MS, random = Math.random()): number =>
  Math.round(Math.min(MAX_RETRY_MS, firstMs * 2 ** Math.min(failures - 1, 30)) * (1 + JITTER * (2 * random - 1)));

/** The state of a mail after an attempt. `entry` is what to store. */
export type Attempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'dead'; readonly reason: string; readonly entry: OutboxEntry | null }
  | { readonly state: 'pending'; readonly reason: string; readonly entry: OutboxEntry; readonly retryMs: number };

/** The result for a stored mail that this version of the site cannot read. */
export const UNREADABLE: Attempt = { state: 'dead', reason: 'unreadable entry', entry: null };

/**
 * Makes a delivery attempt and applies the retry rules, which are the same for every outbox. A mail becomes a dead
 * letter when the relay rejects it permanently, or after five days of failures. A dead letter is stored without its
 * rejections: when the operator retries it, it is sent to every recipient that does not have it yet.
 *
 * @param failures how many attempts have failed since the mail was accepted, or since the operator retried it.
 */
export const attemptDelivery = async (
  entry: OutboxEntry,
  failures: number,
  { deliver, firstRetryMs }: Pick<OutboxOptions, 'deliver' | 'firstRetryMs'>,
): Promise<Attempt> => {
  const outcome = await deliver(entry).catch((error): DeliveryOutcome => {
    log.error({ id: entry.id, err: error }, 'a delivery failed for an unknown reason');
    return { status: 'failed', reason: 'unknown' };
  });
  if (outcome.status === 'delivered') return { state: 'delivered' };
  const { reason, answered = entry.answered } = outcome;
  const count = failures + 1;
  if (outcome.status === 'rejected' || count >= GIVE_UP_AFTER_FAILURES) {
    return { state: 'dead', reason, entry: { ...entry, ...(answered && { answered: { ...answered, refused: {} } }) } };
  }
  const retryMs = retryDelayMs(count, firstRetryMs);
  return { state: 'pending', reason, entry: { ...entry, ...(answered && { answered }) }, retryMs };
};

/** @param failures as for `attemptDelivery`. */
export const reportAttempt = (id: string, attempt: Attempt, failures: number): void => {
  const attempts = failures + 1;
  countMessage(attempt.state === 'pending' ? 'failed' : attempt.state);
  if (attempt.state === 'delivered') log.info({ id, attempts }, 'mail delivered');
  else if (attempt.state === 'dead')
    log.error({ id, attempts, reason: attempt.reason }, 'mail given up and stored as a dead letter');
  else {
    const { reason, retryMs } = attempt;
    log.warn({ id, attempts, reason, retryInS: Math.round(retryMs / 1000) }, 'mail not delivered yet');
  }
};

/** Waits until `work` has ended, even by an error, but for at most `limitMs`. */
export const waitFor = async (work: Promise<unknown>, limitMs: number): Promise<void> => {
  await Promise.race([Promise.allSettled([work]), sleep(limitMs, undefined, { ref: false })]);
};
