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
  /** `sha256=` and the hexadecimal HMAC-SHA256 of the prefix, the time stamp, a dot and the body. */
  readonly signature: string;
};

type VerifierOptions = {
  readonly secret: string;
  /** With a prefix, a signature is not valid for other endpoints that use the same secret. */
  readonly prefix?: string;
  /** Whether no instance has seen a signature within the last `seconds`. */
  readonly isFirst: (signature: string, seconds: number) => Promise<boolean>;
};

/**
 * Verifies messages of the CMS. Each message is accepted once, within 5 minutes of its time stamp.
 *
 * @returns null if the message is accepted, otherwise the response that says why not.
 */
export const createMessageVerifier = ({ secret, prefix = '', isFirst }: VerifierOptions) => {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * WINDOW_S * 1_000 });

  const sign = (timestamp: string, body: string): string =>
    `sha256=${createHmac('sha256', secret).update(`${prefix}${timestamp}.${body}`).digest('hex')}`;

  const isInTime = (timestamp: string): boolean =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(Math.floor(Date.now() / 1_000) - Number(timestamp)) <= WINDOW_S;

  const isNew = async (signature: string): Promise<boolean> => {
    if (seen.has(signature)) return false;
    seen.set(signature, true);
    return isFirst(signature, 2 * WINDOW_S);
  };

  return async ({ timestamp, body, signature }: SignedMessage): Promise<Response | null> => {
    if (!isSameSecret(sign(timestamp, body), signature)) return toJsonError(403, 'The signature is wrong.');
    if (!isInTime(timestamp)) return toJsonError(403, 'The time stamp is too far from now.');
    return (await isNew(signature)) ? null : toJsonError(409, 'This message came before.');
  };
};

type MessageVerifier = ReturnType<typeof createMessageVerifier>;

/**
 * Reads the message of a `POST` request with the headers `X-Timestamp` and `X-Signature`, or returns the response that
 * rejects the request.
 */
export const readSignedMessage = async (
  request: Request,
  verify: MessageVerifier,
): Promise<SignedMessage | { readonly rejection: Response }> => {
  if (request.method !== 'POST') return { rejection: toJsonError(405, undefined, { allow: 'POST' }) };
  const bytes = await readBody(request);
  if (bytes === null) return { rejection: toJsonError(413) };
  const message = {
    timestamp: request.headers.get('x-timestamp') ?? '',
    body: bytes.toString(),
    signature: request.headers.get('x-signature') ?? '',
  };
  const rejection = await verify(message);
  return rejection ? { rejection } : message;
};
