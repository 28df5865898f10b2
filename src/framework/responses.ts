/**
 * Responses that consist of a few words: JSON, plain text, redirects. Caches do not store them unless they say so. And
 * the body of every response that is sent while it is made.
 */
import 'server-only';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';

type Headers = Readonly<Record<string, string>>;

/** The standard message of a status. */
export const messageOf = (statusCode: number): string => STATUS_CODES[statusCode] ?? 'Error';

export const toJson = (body: unknown, status = 200, headers: Headers = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });

/** An error as JSON: `{statusCode, statusMessage}`. */
export const toJsonError = (
  statusCode: number,
  statusMessage = messageOf(statusCode),
  headers: Headers = {},
): Response => toJson({ statusCode, statusMessage }, statusCode, headers);

/** The standard message of a status as plain text. */
export const toTextError = (statusCode: number, headers: Headers = {}): Response =>
  new Response(messageOf(statusCode), {
    status: statusCode,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

/** A response without a body. */
export const toEmpty = (status: number, headers: Headers = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });

/** A body that a Node.js stream makes; its chunks are bytes. A client that leaves destroys the stream. */
export const toBody = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * The longest URL that the site accepts, in characters: the least that RFC 9110, section 4.1, recommends. A list of 50
 * Cyrillic domains, percent-encoded, is longer than 4,000.
 */
export const MAX_URL_LENGTH = 8_000;

export type Redirect = {
  /** A path of this site or a URL. */
  readonly location: string;
  readonly status: 301 | 302 | 307 | 308;
  /** In seconds. Without a maximum age, browsers would cache a permanent redirect indefinitely. */
  readonly maxAgeS: number;
  /** Cache tags for shared caches. */
  readonly tags?: readonly string[];
};

export const toRedirect = ({ location, status, maxAgeS, tags = [] }: Redirect): Response =>
  toEmpty(status, {
    location,
    'cache-control': `public, max-age=${maxAgeS}`,
    ...(tags.length > 0 && { 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }),
  });
