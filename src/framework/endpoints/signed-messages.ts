import 'server-only';
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isSameSecret } from '../is-same-secret.ts';
import { readBody } from '../request-body.ts';
import { toJsonError } from '../responses.ts';

/** A message is accepted within this time before and after its time stamp. */
const WINDOW_S = 300;

export type SignedMessage = {
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly body: string;
  readonly signature: string;
};

/**
 * Whether the signature of a message is `sha256=` and the hexadecimal HMAC-SHA256 of the prefix, the time stamp, a dot
 * and the body. With a prefix, a signature is not valid for other endpoints that use the same secret.
 */
export const isSigned = ({ timestamp, body, signature }: SignedMessage, secret: string, prefix = ''): boolean => {
  const digest = createHmac('sha256', secret).update(`${prefix}${timestamp}.${body}`).digest('hex');
  return isSameSecret(`sha256=${digest}`, signature);
};

/**
 * Verifies messages of the CMS. Each message is accepted once, within 5 minutes of its time stamp.
 *
 * @param isFirst whether no instance has seen a signature within the last `seconds`.
 * @returns a function that returns null if the message is accepted, otherwise the response that says why not.
 */
export const createMessageVerifier = (isFirst: (signature: string, seconds: number) => Promise<boolean>) => {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * WINDOW_S * 1_000 });

  return async (message: SignedMessage, secret: string, prefix = ''): Promise<Response | null> => {
    const { timestamp, signature } = message;
    if (!isSigned(message, secret, prefix)) return toJsonError(403, 'The signature is wrong.');
    if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= WINDOW_S))
      return toJsonError(403, 'The time stamp is too far from now.');
    const isSeen = seen.has(signature);
    seen.set(signature, true);
    const isNew = !isSeen && (await isFirst(signature, 2 * WINDOW_S));
    return isNew ? null : toJsonError(409, 'This message came before.');
  };
};

export type MessageVerifier = ReturnType<typeof createMessageVerifier>;

/** Reads the message of a `POST` request with the headers `X-Timestamp` and `X-Signature`, or returns an error. */
export const readSignedMessage = async (request: Request): Promise<SignedMessage | Response> => {
  if (request.method !== 'POST') return toJsonError(405, undefined, { allow: 'POST' });
  const bytes = await readBody(request);
  if (bytes === null) return toJsonError(413);
  return {
    timestamp: request.headers.get('x-timestamp') ?? '',
    body: bytes.toString(),
    signature: request.headers.get('x-signature') ?? '',
  };
};
