import 'server-only';
import { createHash } from 'node:crypto';
import { log } from '../framework/shared.ts';
import { composeConfirmation, composeEmail } from './compose.ts';
import type { Envelope, Invalid, MessageKind, ValidMessage } from './message-kind.ts';
import { countMessage } from './metrics.ts';
import type { CaptchaResult, Outbox, OutboxEntry } from './outbox.ts';
import type { RateLimits } from './rate-limits.ts';

/** `address` is the client's IP address; behind a trusted proxy, the one that the proxy forwards. */
export type Client = { readonly address: string };

/** Whether a message comes from a person, as the forms of the site find out. */
export type Verification = {
  /**
   * Verifies a captcha solution. A solution is valid for one message; a retry of that message may reuse it.
   *
   * @param message the id of the message.
   */
  readonly verify: (token: string | undefined, message: string) => Promise<CaptchaResult | 'invalid'>;
  /** `GET /api/captcha/challenge`: a challenge for the browser to solve. */
  readonly handleChallenge: (request: Request) => Promise<Response>;
  /** A signed token that says when a form was rendered. */
  readonly issueFormToken: () => string;
  /** Milliseconds since the form with this token was rendered; null: the token is not valid. */
  readonly formAgeMs: (token: string | undefined) => number | null;
};

export type Rejection = {
  readonly status: 'rejected';
  readonly statusCode: 429 | 503;
  /** Can be shown to the visitor. */
  readonly statusMessage: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
};

export type Acceptance =
  /** The message is stored in the outbox, or in its quarantine. `reference` is for the visitor. */
  { readonly status: 'accepted'; readonly id: string; readonly reference: string } | Invalid | Rejection;

type AcceptorOptions = {
  readonly kinds: readonly MessageKind[];
  readonly siteName: () => Promise<string>;
  /** Whether senders get a confirmation. */
  readonly autoReply: boolean;
  readonly outbox: Outbox;
  readonly limits: RateLimits;
  readonly verification: Verification;
};

const NOT_STORED = 'We couldn’t store your message. Please try again in a minute, or email us.';

const CAPTCHA_FAILED = 'The captcha has expired or failed. Please try it again; everything you wrote is still here.';

const MIN_FILL_MS = 3_000;

const hash = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** A digest of the validated content of a message. */
const digestOf = (content: object): string => hash(JSON.stringify(content)).toString('base64url');

/** A UUID (version 8) that is derived from its parts. */
const derivedId = (...parts: readonly string[]): string => {
  const hex = hash('id', ...parts).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The mailbox of an address. Most providers ignore what follows a plus sign (RFC 5233). */
const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+.*(?=@)/, '');

/** Crockford's Base32. It leaves out I, L and O, which look like digits, and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The reference number that the visitor sees, such as `P-7K3M-9QXA`. It is derived from the id. */
export const referenceOf = (id: string): string => {
  const digits = [...hash('reference', id).subarray(0, 8)].map((byte) => DIGITS[byte % 32] ?? '0').join('');
  return `P-${digits.slice(0, 4)}-${digits.slice(4)}`;
};

const listNames = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const toRejection = (statusCode: Rejection['statusCode'], statusMessage: string, retryAfter?: number): Rejection => ({
  status: 'rejected',
  statusCode,
  statusMessage,
  retryAfter,
});

const tooManyMessages = (waitS: number): Rejection => {
  const wait = waitS <= 90 ? 'a minute' : `${Math.ceil(waitS / 60)} minutes`;
  return toRejection(429, `Too many messages at once. Please try again in ${wait}.`, waitS);
};

const accepted = (id: string): Acceptance => ({ status: 'accepted', id, reference: referenceOf(id) });

/**
 * A valid message. Its id is derived from its content and from the form or the client's id that it was sent with: a
 * repeat has the same id, whether it was sent with scripts or without, and any other message has another one.
 */
type Submission = {
  readonly kind: MessageKind;
  readonly message: ValidMessage;
  readonly envelope: Envelope;
  readonly id: string;
  /** Of the client. */
  readonly address: string;
};

const toEntry = ({ kind, message, id }: Submission, captcha: CaptchaResult): OutboxEntry => {
  const facts = { reference: referenceOf(id), acceptedAt: Date.now() };
  return { id, ...facts, mail: composeEmail(kind, message.content, message.compose(), captcha, facts) };
};

const kindOf = (input: unknown): unknown => {
  if (input instanceof FormData) return input.get('kind');
  return typeof input === 'object' && input !== null && 'kind' in input ? input.kind : undefined;
};

/** Accepts messages of server actions and `POST /mail/send`. The request pipeline has checked their origin. */
export const createAcceptor = (options: AcceptorOptions) => {
  const { kinds, siteName, autoReply, outbox, limits, verification } = options;
  const kindByName = new Map<unknown, MessageKind>(kinds.map((kind) => [kind.name, kind]));
  const unknownKind: Invalid = {
    status: 'invalid',
    fields: { kind: `The kind of message must be ${listNames.format(kinds.map(({ name }) => name))}.` },
  };
  /** Single flight, by id: concurrent copies of a message are handled once. */
  const inFlight = new Map<string, Promise<Acceptance>>();

  /**
   * The checks of a message without a verified captcha solution: the limits are lower, and a form that was sent faster
   * than a person types is rejected. Without a valid form token the message counts twice.
   */
  const checkWithoutCaptcha = async ({ envelope, address }: Submission): Promise<Rejection | null> => {
    const ageMs = verification.formAgeMs(envelope.formToken);
    if (ageMs !== null && ageMs < MIN_FILL_MS) {
      const waitS = Math.ceil((MIN_FILL_MS - ageMs) / 1000);
      return toRejection(429, 'That was very quick. Please wait a moment and send it again.', waitS);
    }
    const cost = ageMs === null ? 2 : 1;
    const waitS =
      (await limits.take('unverifiedAddress', address, cost)) ??
      (await limits.takeShared('unverifiedTotal', address, cost));
    return waitS === null ? null : tooManyMessages(waitS);
  };

  /** Stores the confirmation to the sender, unless it is stored already, none is due or the sender gave no address. */
  const confirm = async ({ kind, message, id }: Submission): Promise<void> => {
    const { content, confirmation } = message;
    if (content.email === undefined || !(autoReply || kind.isAlwaysConfirmed)) return;
    const replyId = `${id}-reply`;
    try {
      if (await outbox.has(replyId)) return;
      const recipientKey = derivedId('address', mailboxOf(content.email));
      const limit = kind.isAlwaysConfirmed ? 'receipts' : 'confirmations';
      if ((await limits.take(limit, recipientKey)) !== null) return;
      const reference = referenceOf(id);
      const mail = composeConfirmation(confirmation, content.email, { reference, siteName: await siteName() });
      await outbox.put({ id: replyId, reference, acceptedAt: Date.now(), mail });
    } catch {
      log.warn({ id }, 'the confirmation to the sender could not be stored');
    }
  };

  const store = async (submission: Submission, captcha: CaptchaResult): Promise<Acceptance> => {
    const { kind, id, address } = submission;
    await outbox.put(toEntry(submission, captcha));
    log.info({ id, kind: kind.name, captcha }, 'message accepted');
    countMessage('accepted');
    await limits.noteSender(address);
    await confirm(submission);
    return accepted(id);
  };

  /** The honeypot was filled in, by a bot or a browser's autofill. The response is that of an accepted message. */
  const storeInQuarantine = async (submission: Submission, captcha: CaptchaResult): Promise<Acceptance> => {
    const { kind, id } = submission;
    await outbox.put(toEntry(submission, captcha), 'quarantined');
    log.info({ id, kind: kind.name }, 'message with a filled honeypot stored in the quarantine');
    countMessage('quarantined');
    return accepted(id);
  };

  /** Checks the limits, the captcha and the honeypot, then stores the message. */
  const admit = async (submission: Submission): Promise<Acceptance> => {
    const { envelope, id, address } = submission;
    const clientWaitS = await limits.take('address', address);
    if (clientWaitS !== null) return tooManyMessages(clientWaitS);
    const captcha = await verification.verify(envelope.captchaToken, id);
    if (captcha === 'invalid') return { status: 'invalid', fields: { captcha: CAPTCHA_FAILED } };
    if (captcha !== 'verified') {
      if (envelope.isHoneypotFilled) {
        const waitS = await limits.take('unverifiedAddress', address, 2);
        return waitS === null ? storeInQuarantine(submission, captcha) : tooManyMessages(waitS);
      }
      const rejection = await checkWithoutCaptcha(submission);
      if (rejection) return rejection;
    }
    // Last, so that messages that are rejected above consume none of these points, which all clients share.
    const totalWaitS = await limits.takeShared('total', address);
    return totalWaitS === null ? store(submission, captcha) : tooManyMessages(totalWaitS);
  };

  const handle = async (input: unknown, { address }: Client): Promise<Acceptance> => {
    const kind = kindByName.get(kindOf(input));
    if (!kind) return unknownKind;
    const validation = await kind.validate(input);
    if (validation.status === 'invalid') return validation;

    const { message, envelope } = validation;
    const id = derivedId(envelope.submissionId ?? envelope.formToken ?? '', digestOf(message.content));
    const running = inFlight.get(id);
    if (running) return running;

    const submission: Submission = { kind, message, envelope, id, address };
    const run = outbox.has(id).then(async (isStored): Promise<Acceptance> => {
      if (!isStored) return admit(submission);
      countMessage('repeated');
      // The process may have been killed after it stored the message and before it stored the confirmation.
      await confirm(submission);
      return accepted(id);
    });
    inFlight.set(id, run);
    return run.finally(() => inFlight.delete(id));
  };

  /** Never throws. `input` is a JSON body or a `FormData`. */
  return async (input: unknown, client: Client): Promise<Acceptance> => {
    const acceptance = await handle(input, client).catch((error) => {
      log.error({ err: error }, 'a message could not be stored');
      return toRejection(503, NOT_STORED, 60);
    });
    if (acceptance.status !== 'accepted') countMessage(acceptance.status);
    return acceptance;
  };
};
