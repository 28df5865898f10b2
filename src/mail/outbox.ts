import 'server-only';
import { z } from 'zod';

const Mail = z.object({
  /** Who gets it; the addresses are settings, read when it is delivered. A reply goes to `visitor`. */
  route: z.enum(['contact', 'application', 'reply']),
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

/** A mail that was accepted. It is written once; only `answered` may be added. Its state is where it is kept. */
export const OutboxEntry = z.object({
  id: z.string().regex(/^[\da-f-]{36}(?:-reply)?$/),
  /** The fingerprint of what the visitor wrote: tells a repeat from another message under the same id. */
  digest: z.string(),
  reference: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  proof: z.enum(['verified', 'unverified', 'absent']),
  mail: Mail,
  /** Absent: all recipients fared alike so far. */
  answered: z.optional(Answered),
});

export type OutboxEntry = z.output<typeof OutboxEntry>;
export type Mail = z.output<typeof Mail>;
export type Answered = z.output<typeof Answered>;

/**
 * What became of one attempt. `reason` holds codes, never an address or a word of the message; `answered` is there when the
 * recipients fared differently.
 */
export type DeliveryOutcome =
  | { readonly status: 'delivered' }
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

export type OutboxHealth = {
  /** Accepted and not delivered. */
  readonly pending: number;
  /** Given up; kept for the operator. */
  readonly dead: number;
  /** The age of the oldest pending one, in seconds. */
  readonly oldestPendingS: number;
  /** Whether a message could be accepted now. */
  readonly writable: boolean;
};

export type OutboxEvent = 'delivered' | 'failed' | 'dead';

/**
 * The entry as it has to be kept after an attempt; `null`: as it was. A mail that is given up forgets refusals, so that it
 * goes to everybody who does not have it when the operator sends it again.
 */
export const changedBy = (
  entry: OutboxEntry,
  answered: Answered | undefined,
  isGivenUp: boolean,
): OutboxEntry | null => {
  const known = answered ?? entry.answered;
  if (!known || (!answered && !isGivenUp)) return null;
  return { ...entry, answered: isGivenUp ? { ...known, refused: {} } : known };
};

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
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;
export const CONCURRENCY = 5;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 6 * 60 * 60 * 1000;

/** The pause after the `attempt`-th failure (from 1): doubled each time, at most 6 hours, a quarter more or less. */
export const retryDelayMs = (attempt: number, firstMs = FIRST_RETRY_MS, random = Math.random()): number =>
  Math.round(Math.min(LONGEST_RETRY_MS, firstMs * 2 ** Math.min(attempt - 1, 30)) * (0.75 + random / 2));
