import 'server-only';
import type { RejectedLine } from '../features/rsoc-application/domain-list.ts';
import { type FieldErrors, type Message, readMessage } from '../forms/message.ts';
import { isOwnOrigin, type Sender } from '../framework/http/same-origin.ts';
import { log } from '../framework/log.ts';
import type { Captcha } from './captcha.ts';
import { composeMessage, composeReply } from './compose.ts';
import type { FormTokens } from './form-token.ts';
import { derivedId, digestOf, referenceOf } from './message-id.ts';
import type { MailMetrics } from './metrics.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import type { Quarantine } from './quarantine.ts';
import type { MessagePoints, RateLimits } from './rate-limits.ts';

export type Rejection = {
  readonly status: 'refused';
  readonly statusCode: 403 | 429 | 503;
  /** In words for the visitor. */
  readonly statusMessage: string;
  /** Seconds. */
  readonly retryAfter?: number;
};

export type Acceptance =
  /** The message is stored and will be delivered. `reference` is for the visitor. */
  | { readonly status: 'accepted'; readonly id: string; readonly reference: string }
  | { readonly status: 'invalid'; readonly fields: FieldErrors; readonly rejectedLines?: readonly RejectedLine[] }
  | Rejection;

type Acceptor = {
  readonly siteUrl: string;
  readonly siteName: string;
  readonly autoReply: boolean;
  readonly outbox: Outbox;
  readonly quarantine: Quarantine;
  readonly limits: RateLimits;
  readonly captcha: Captcha;
  readonly startedAt: FormTokens;
  readonly metrics: MailMetrics;
};

const NOT_STORED = 'Your message could not be stored. Please try again in a minute, or write to us by e-mail.';
export const FOREIGN_FORM = 'This form belongs to another website.';

const MINIMUM_FILL_MS = 3_000;

const refuse = (statusCode: Rejection['statusCode'], statusMessage: string, retryAfter?: number): Rejection => ({
  status: 'refused',
  statusCode,
  statusMessage,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

const minutes = (seconds: number): string => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

const tooMany = (waitS: number): Rejection =>
  refuse(429, `Too many messages at once. Please try again in ${minutes(waitS)}.`, waitS);

type Proof = OutboxEntry['proof'];

const toEntry = (message: Message, id: string, digest: string, proof: Proof): OutboxEntry => {
  const reference = referenceOf(id);
  const acceptedAt = Date.now();
  const mail = composeMessage(message, { reference, acceptedAt, proof });
  return { id, digest, reference, acceptedAt, proof, mail };
};

/** The one way in for both forms, the server actions and `POST /mail/send` (architecture §7). It never throws. */
export const createAcceptor = ({
  siteUrl,
  siteName,
  autoReply,
  outbox,
  quarantine,
  limits,
  captcha,
  startedAt,
  metrics,
}: Acceptor) => {
  /** The same message that arrives twice at once is handled once. */
  const underWay = new Map<string, Promise<Acceptance>>();
  const storing = new Map<string, Promise<Acceptance>>();

  /** Content decides whether something is a repeat: two messages that share an id are both kept. */
  const identify = async (
    submissionId: string | undefined,
    digest: string,
  ): Promise<{ id: string; isKnown: boolean }> => {
    const id = submissionId ?? derivedId(digest);
    const known = await outbox.find(id);
    if (known === null || known === digest) return { id, isKnown: known !== null };
    const other = derivedId(id, digest);
    return { id: other, isKnown: (await outbox.find(other)) !== null };
  };

  /** Without proof of a person: fewer messages, and none that was filled in faster than anybody types. */
  const judgeUnproven = async (token: string | undefined, budget: MessagePoints): Promise<Rejection | null> => {
    const age = startedAt.ageMs(token);
    if (age !== null && age < MINIMUM_FILL_MS) {
      const wait = Math.ceil((MINIMUM_FILL_MS - age) / 1000);
      return refuse(429, 'That was very quick. Please wait a moment and send it again.', wait);
    }
    const points = age === null ? 2 : 1;
    const waitS = (await budget.take('unprovenAddress', points)) ?? (await budget.takeShared('unprovenTotal', points));
    return waitS === null ? null : tooMany(waitS);
  };

  const replyTo = async (message: Message, entry: OutboxEntry): Promise<void> => {
    try {
      if ((await limits.take('replies', digestOfAddress(message.email))) !== null) return;
      await outbox.put({ ...entry, id: `${entry.id}-reply`, mail: composeReply(message, entry.reference, siteName) });
    } catch {
      log.warn({ id: entry.id }, 'the confirmation to the visitor could not be stored');
    }
  };

  const store = async (message: Message, id: string, digest: string, proof: Proof): Promise<Acceptance> => {
    const entry = toEntry(message, id, digest, proof);
    try {
      await outbox.put(entry);
      const kept = await outbox.find(id);
      // Another message under this id was faster.
      if (kept !== null && kept !== digest) return store(message, derivedId(id, digest), digest, proof);
    } catch (error) {
      log.error({ id, err: error }, 'a message could not be stored');
      return refuse(503, NOT_STORED, 60);
    }
    log.info({ id, kind: message.kind, proof }, 'message accepted');
    metrics.count('accepted');
    if (autoReply) await replyTo(message, entry);
    return { status: 'accepted', id, reference: entry.reference };
  };

  /**
   * Stores a message with a filled honeypot in the quarantine: a program filled it in, or a browser's autofill. The response is
   * that of an accepted message. Programs send many messages under one id, so the entry's id is derived from its content.
   */
  const storeApart = async (message: Message, id: string, digest: string, proof: Proof): Promise<Acceptance> => {
    const entry = { ...toEntry(message, id, digest, proof), id: derivedId(id, digest) };
    try {
      await quarantine.put(entry);
    } catch (error) {
      log.error({ id, err: error }, 'a message could not be stored');
      return refuse(503, NOT_STORED, 60);
    }
    log.info({ id: entry.id, kind: message.kind }, 'message with a filled honeypot stored in the quarantine');
    metrics.count('quarantined');
    return { status: 'accepted', id, reference: entry.reference };
  };

  /** Messages that share an id are stored one after the other, so that each finds the one before. */
  const storeInTurn = (...[message, id, digest, proof]: Parameters<typeof store>): Promise<Acceptance> => {
    const run = (storing.get(id) ?? Promise.resolve()).then(() => store(message, id, digest, proof));
    storing.set(id, run);
    return run.finally(() => {
      if (storing.get(id) === run) storing.delete(id);
    });
  };

  type Token = {
    readonly captcha?: string | undefined;
    readonly startedAt?: string | undefined;
    readonly referralCode: boolean;
  };

  const admit = async (
    message: Message,
    token: Token,
    id: string,
    digest: string,
    budget: MessagePoints,
  ): Promise<Acceptance> => {
    const addressWaitS = await budget.take('address');
    if (addressWaitS !== null) return tooMany(addressWaitS);
    const verdict = token.captcha === undefined ? 'absent' : await captcha.verify(token.captcha, derivedId(id, digest));
    if (verdict === 'invalid') {
      return {
        status: 'invalid',
        fields: { captcha: 'The check has expired or failed. Please run it again; what you wrote is still here.' },
      };
    }
    const proof: Proof = verdict === 'unavailable' ? 'unverified' : verdict;
    if (proof !== 'verified') {
      if (token.referralCode) {
        const waitS = await budget.take('unprovenAddress', 2);
        return waitS === null ? storeApart(message, id, digest, proof) : tooMany(waitS);
      }
      const unproven = await judgeUnproven(token.startedAt, budget);
      if (unproven) return unproven;
    }
    // Only now: what is refused above must not use up what all visitors share.
    const totalWaitS = await budget.takeShared('total');
    return totalWaitS === null ? storeInTurn(message, id, digest, proof) : tooMany(totalWaitS);
  };

  /** A message that we failed to accept costs its sender and all other visitors no points. */
  const admitWithinLimits = async (
    message: Message,
    token: Token,
    id: string,
    digest: string,
    address: string,
  ): Promise<Acceptance> => {
    const budget = limits.forMessage(address);
    try {
      const acceptance = await admit(message, token, id, digest, budget);
      if (acceptance.status === 'refused' && acceptance.statusCode === 503) await budget.giveBack();
      return acceptance;
    } catch (error) {
      await budget.giveBack();
      throw error;
    }
  };

  const handle = async (input: unknown, sender: Sender): Promise<Acceptance> => {
    const verdict = await readMessage(input);
    if (verdict.status === 'invalid') return verdict;
    if (!isOwnOrigin(sender, siteUrl)) return refuse(403, FOREIGN_FORM);

    const { message, envelope } = verdict;
    const digest = digestOf(message);
    const key = `${envelope.submissionId ?? ''} ${digest}`;
    const before = underWay.get(key);
    if (before) return before;

    const run = identify(envelope.submissionId, digest).then(({ id, isKnown }): Acceptance | Promise<Acceptance> => {
      if (!isKnown) return admitWithinLimits(message, envelope, id, digest, sender.address);
      metrics.count('repeated');
      return { status: 'accepted', id, reference: referenceOf(id) };
    });
    underWay.set(key, run);
    return run.finally(() => underWay.delete(key));
  };

  return async (input: unknown, sender: Sender): Promise<Acceptance> => {
    try {
      const acceptance = await handle(input, sender);
      if (acceptance.status !== 'accepted') metrics.count(acceptance.status);
      return acceptance;
    } catch (error) {
      log.error({ err: error }, 'a message could not be handled');
      metrics.count('refused');
      return refuse(503, NOT_STORED, 60);
    }
  };
};

const digestOfAddress = (address: string): string => derivedId('address', address.toLowerCase());
