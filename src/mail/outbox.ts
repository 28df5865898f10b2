import 'server-only';
import { z } from 'zod';

/** `unverified`: there was a solution, but the provider could not be reached. */
const CaptchaStatus = z.enum(['verified', 'unverified', 'absent']);

const Mail = z.object({
  /**
   * The kind of message, whose recipients are a setting that is read at delivery; or `reply`: a confirmation, which goes to
   * `visitor`.
   */
  route: z.string(),
  visitor: z.object({ name: z.string().optional(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
});

/** What a relay has said of recipients, by their addresses. They are not asked for again. */
const Answered = z.object({
  delivered: z.array(z.string()),
  /** Refused for good, with the relay's codes. */
  refused: z.record(z.string(), z.string()),
});

/** Failed attempts to deliver a mail since it was accepted, or since the operator had it tried again. */
const Retries = z.object({
  failures: z.number(),
  /** When the first of them happened, in milliseconds since 1970. */
  since: z.number(),
});

/** A mail that was accepted. Only `answered` and `retries` change after it was written. Its state is where it is stored. */
export const OutboxEntry = z.object({
  id: z.string().regex(/^[\da-f-]{36}(?:-reply)?$/),
  /** The fingerprint of what the visitor wrote: tells a repeat from another message under the same id. */
  digest: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  proof: CaptchaStatus,
  mail: Mail,
  /** Absent: all recipients fared alike so far. */
  answered: z.optional(Answered),
  /** Absent: no attempt has failed. */
  retries: z.optional(Retries),
  /** In the fallback: accepted while the main outbox did not answer, and offered to it before it is delivered from here. */
  isForMain: z.optional(z.boolean()),
});

export type OutboxEntry = z.output<typeof OutboxEntry>;
export type Mail = z.output<typeof Mail>;
export type CaptchaStatus = z.output<typeof CaptchaStatus>;
export type Answered = z.output<typeof Answered>;

/**
 * What became of one attempt. `reason` holds codes, never an address or a word of the message; `answered` is there when the
 * recipients fared differently.
 */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
  /** Another outbox of this site has it or delivered it: nothing is left to do here. */
  | { readonly status: 'handed-over' }
  /** The relay will never take it, for some recipients at least; the others have it. */
  | { readonly status: 'refused'; readonly reason: string; readonly answered?: Answered }
  /** Try again; `isRelayDown`: nothing else would have got through either. */
  | {
      readonly status: 'failed';
      readonly reason: string;
      readonly isRelayDown: boolean;
      readonly answered?: Answered;
    };

/** One attempt to hand a mail over. It never throws. */
export type Deliver = (entry: OutboxEntry) => Promise<DeliveryOutcome>;

/** The outcomes after which a mail is still in the outbox. */
export type Failure = Extract<DeliveryOutcome, { readonly status: 'refused' | 'failed' }>;

export type OutboxHealth = {
  /** Accepted and not delivered, those that are being sent included. */
  readonly pending: number;
  /** How many of the pending ones are leased for an attempt. One that stays leased for minutes is stuck. */
  readonly sending: number;
  /** Given up; kept for the operator. */
  readonly dead: number;
  /** The age of the oldest pending one, in seconds. */
  readonly oldestPendingS: number;
  /** Whether a message could be accepted now. */
  readonly writable: boolean;
};

export type OutboxEvent = 'delivered' | 'failed' | 'dead';

/** Keeps what was accepted until it is delivered, through any end of the process. */
export type Outbox = {
  /** The digest of the entry of this id, in whatever state; `null`: there is none. */
  readonly find: (id: string) => Promise<string | null>;
  /**
   * When it resolves, the mail outlives the process. Putting an id again changes nothing: `find` tells whether it was
   * another mail that came first.
   */
  readonly put: (entry: OutboxEntry) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Takes no new work, finishes what is under way and what is due, and gives up waiting after `limitMs`. */
  readonly stop: (limitMs: number) => Promise<void>;
  /** Whether a message could be accepted now. */
  readonly isWritable: () => Promise<boolean>;
  readonly health: () => Promise<OutboxHealth>;
};

export type OutboxOptions = {
  readonly deliver: Deliver;
  readonly retentionDays: number;
  readonly onEvent: (event: OutboxEvent) => void;
  /** The first pause after a failure, in milliseconds. */
  readonly firstRetryMs?: number;
};

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Relays themselves give up after about as long (RFC 5321 § 4.5.4.1). */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;
/** With the pauses of `retryDelayMs` so many failures take about five days. */
const GIVE_UP_AFTER_FAILURES = 30;
export const CONCURRENCY = 5;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 6 * 60 * 60 * 1000;

/** The pause after the `attempt`-th failure (from 1): doubled each time, at most 6 hours, a quarter more or less. */
export const retryDelayMs = (attempt: number, firstMs = FIRST_RETRY_MS, random = Math.random()): number =>
  Math.round(Math.min(LONGEST_RETRY_MS, firstMs * 2 ** Math.min(attempt - 1, 30)) * (0.75 + random / 2));

/**
 * The entry to store after an attempt that did not deliver it, and whether it is given up. A mail is given up when the relay
 * refuses it for good, or after five days and thirty failures. Both are needed: a clock that jumps ahead meets only the first,
 * frequent failures only the second. A mail that is given up forgets its failures and refusals. So, when the operator has
 * it tried again, it has five days again and goes to every recipient who does not have it, from the outbox it is in.
 */
export const afterFailure = (
  entry: OutboxEntry,
  outcome: Failure,
  now = Date.now(),
): { readonly entry: OutboxEntry; readonly failures: number; readonly isGivenUp: boolean } => {
  const { retries, ...mail } = { ...entry, ...(outcome.answered ? { answered: outcome.answered } : {}) };
  const failures = (retries?.failures ?? 0) + 1;
  const since = retries?.since ?? now;
  const isGivenUp =
    outcome.status === 'refused' || (failures >= GIVE_UP_AFTER_FAILURES && now - since > GIVE_UP_AFTER_MS);
  if (!isGivenUp) return { entry: { ...mail, retries: { failures, since } }, failures, isGivenUp };
  const answered = mail.answered ? { answered: { ...mail.answered, refused: {} } } : {};
  return { entry: { ...mail, ...answered, isForMain: undefined }, failures, isGivenUp };
};
