import 'server-only';
import { log } from '../framework/shared.ts';
import { composeConfirmation, composeEmail } from './compose.ts';
import { derivedId, digestOf, referenceOf } from './message-id.ts';
import type { Envelope, Invalid, MessageKind, ValidMessage } from './message-kind.ts';
import { countMessage } from './message-metrics.ts';
import type { Outbox, OutboxEntry, Proof } from './outbox.ts';
import type { Quarantine } from './quarantine.ts';
import type { MessagePoints, RateLimits } from './rate-limits.ts';
import type { Verification } from './verification.ts';

/** `address` is the client's IP address; behind a trusted proxy, the one that the proxy forwards. */
export type Client = { readonly address: string };

export type Rejection = {
  readonly status: 'rejected';
  readonly statusCode: 429 | 503;
  /** Can be shown to the visitor. */
  readonly statusMessage: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
};

export type Acceptance =
  /** The message is stored in the outbox or, with a filled honeypot, in the quarantine. `reference` is for the visitor. */
  { readonly status: 'accepted'; readonly id: string; readonly reference: string } | Invalid | Rejection;

type AcceptorOptions = {
  readonly kinds: readonly MessageKind[];
  readonly siteName: () => Promise<string>;
  /** Whether senders get a confirmation. */
  readonly autoReply: boolean;
  readonly outbox: Outbox;
  readonly quarantine: Quarantine;
  readonly limits: RateLimits;
  readonly verification: Verification;
};

const NOT_STORED = 'We couldn’t store your message. Please try again in a minute, or email us.';

const MIN_FILL_MS = 3_000;

const toRejection = (statusCode: Rejection['statusCode'], statusMessage: string, retryAfter?: number): Rejection => ({
  status: 'rejected',
  statusCode,
  statusMessage,
  retryAfter,
});

const minutes = (seconds: number): string => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

const tooManyMessages = (waitS: number): Rejection =>
  toRejection(429, `Too many messages at once. Please try again in ${minutes(waitS)}.`, waitS);

const accepted = (id: string): Acceptance => ({ status: 'accepted', id, reference: referenceOf(id) });

/**
 * A valid message. Its id is derived from its content and from the form or the client's id that it was sent with: a repeat has the same id,
 * whether it was sent with scripts or without, and any other message has another one.
 */
type Submission = {
  readonly kind: MessageKind;
  readonly message: ValidMessage;
  readonly envelope: Envelope;
  readonly id: string;
};

const toId = ({ content }: ValidMessage, { submissionId, formToken }: Envelope): string =>
  derivedId(submissionId ?? formToken ?? '', digestOf(content));

const toEntry = ({ kind, message, id }: Submission, proof: Proof): OutboxEntry => {
  const facts = { reference: referenceOf(id), acceptedAt: Date.now(), proof };
  return { id, ...facts, mail: composeEmail(kind, message.content, message.compose(), facts) };
};

const kindOf = (input: unknown): unknown => {
  if (input instanceof FormData) return input.get('kind');
  return typeof input === 'object' && input !== null && 'kind' in input ? input.kind : undefined;
};

/** Accepts messages from the server actions and from `POST /mail/send`. The request pipeline has checked the origin of the requests. */
export const createAcceptor = (options: AcceptorOptions) => {
  const { kinds, siteName, autoReply, outbox, quarantine, limits, verification } = options;
  const kindByName = new Map<unknown, MessageKind>(kinds.map((kind) => [kind.name, kind]));
  const unknownKind: Invalid = {
    status: 'invalid',
    fields: { kind: `The kind of message must be ${kinds.map(({ name }) => name).join(' or ')}.` },
  };
  /** Single flight, by id: concurrent copies of a message are handled once. */
  const inFlight = new Map<string, Promise<Acceptance>>();

  /**
   * The checks of a message without a verified captcha proof: the limits are lower, and a form that was sent faster than a person
   * types is rejected. Without a valid form token the message counts twice.
   */
  const checkWithoutCaptcha = async (
    formToken: string | undefined,
    points: MessagePoints,
  ): Promise<Rejection | null> => {
    const ageMs = verification.formAgeMs(formToken);
    if (ageMs !== null && ageMs < MIN_FILL_MS) {
      const waitS = Math.ceil((MIN_FILL_MS - ageMs) / 1000);
      return toRejection(429, 'That was very quick. Please wait a moment and send it again.', waitS);
    }
    const cost = ageMs === null ? 2 : 1;
    const waitS = (await points.take('unverifiedAddress', cost)) ?? (await points.takeShared('unverifiedTotal', cost));
    return waitS === null ? null : tooManyMessages(waitS);
  };

  const sendConfirmation = async (
    { message: { content, confirmation } }: Submission,
    entry: OutboxEntry,
  ): Promise<void> => {
    try {
      const recipientKey = derivedId('address', content.email.toLowerCase());
      if ((await limits.take('confirmations', recipientKey)) !== null) return;
      const signature = { reference: entry.reference, siteName: await siteName() };
      const mail = composeConfirmation(confirmation, content, signature);
      await outbox.put({ ...entry, id: `${entry.id}-reply`, mail });
    } catch {
      log.warn({ id: entry.id }, 'the confirmation to the sender could not be stored');
    }
  };

  const store = async (submission: Submission, proof: Proof): Promise<Acceptance> => {
    const { kind, id } = submission;
    const entry = toEntry(submission, proof);
    await outbox.put(entry);
    log.info({ id, kind: kind.name, captcha: proof }, 'message accepted');
    countMessage('accepted');
    if (autoReply) await sendConfirmation(submission, entry);
    return accepted(id);
  };

  /**
   * Quarantines a message whose honeypot was filled in, by a bot or a browser's autofill. The response is that of an accepted
   * message.
   */
  const storeInQuarantine = async (submission: Submission, proof: Proof): Promise<Acceptance> => {
    const { kind, id } = submission;
    await quarantine.put(toEntry(submission, proof));
    log.info({ id, kind: kind.name }, 'message with a filled honeypot stored in the quarantine');
    countMessage('quarantined');
    return accepted(id);
  };

  /** Checks the limits, the captcha and the honeypot, then stores the message. */
  const admit = async (submission: Submission, points: MessagePoints): Promise<Acceptance> => {
    const clientWaitS = await points.take('address');
    if (clientWaitS !== null) return tooManyMessages(clientWaitS);
    const { captchaToken, formToken, isHoneypotFilled } = submission.envelope;
    const proof = captchaToken === undefined ? 'absent' : await verification.verify(captchaToken, submission.id);
    if (proof === 'invalid') {
      return {
        status: 'invalid',
        fields: {
          captcha: 'The captcha has expired or failed. Please try it again; everything you wrote is still here.',
        },
      };
    }
    if (proof !== 'verified') {
      if (isHoneypotFilled) {
        const waitS = await points.take('unverifiedAddress', 2);
        return waitS === null ? storeInQuarantine(submission, proof) : tooManyMessages(waitS);
      }
      const rejection = await checkWithoutCaptcha(formToken, points);
      if (rejection) return rejection;
    }
    // Last, so that messages that are rejected above consume none of these points, which all clients share.
    const totalWaitS = await points.takeShared('total');
    return totalWaitS === null ? store(submission, proof) : tooManyMessages(totalWaitS);
  };

  /** Admits a message. If that fails, gives back its rate limit points, since the failure is not the sender's fault. */
  const admitOrGiveBack = async (submission: Submission, address: string): Promise<Acceptance> => {
    const points = limits.forMessage(address);
    try {
      return await admit(submission, points);
    } catch (error) {
      await points.giveBack();
      log.error({ id: submission.id, err: error }, 'a message could not be stored');
      return toRejection(503, NOT_STORED, 60);
    }
  };

  const handle = async (input: unknown, { address }: Client): Promise<Acceptance> => {
    const kind = kindByName.get(kindOf(input));
    if (!kind) return unknownKind;
    const validation = await kind.validate(input);
    if (validation.status === 'invalid') return validation;

    const { message, envelope } = validation;
    const id = toId(message, envelope);
    const running = inFlight.get(id);
    if (running) return running;

    const run = outbox.has(id).then((isStored): Acceptance | Promise<Acceptance> => {
      if (!isStored) return admitOrGiveBack({ kind, message, envelope, id }, address);
      countMessage('repeated');
      return accepted(id);
    });
    inFlight.set(id, run);
    return run.finally(() => inFlight.delete(id));
  };

  /** Never throws. `input` is a JSON body or a `FormData`. */
  return async (input: unknown, client: Client): Promise<Acceptance> => {
    const acceptance = await handle(input, client).catch((error) => {
      log.error({ err: error }, 'a message could not be handled');
      return toRejection(503, NOT_STORED, 60);
    });
    if (acceptance.status === 'invalid') countMessage('invalid');
    if (acceptance.status === 'rejected') countMessage('rejected');
    return acceptance;
  };
};
