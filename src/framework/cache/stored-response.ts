import 'server-only';
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Env } from '../context.ts';
import { log } from '../log.ts';
import { type Encoding, encode, encodeStream, preferredEncoding } from './content-encoding.ts';
import type { GrowingBody } from './growing-body.ts';

/** Where a response came from, for the `Server-Timing` header: fresh in the cache, stale in the cache, or rendered. */
export type CacheState = 'hit' | 'stale' | 'miss';

/** A response before its content is encoded. */
export type UnencodedResponse = {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

/** A response that has begun. Its validator and what depends on all of its content are not known yet. */
export type StreamedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: GrowingBody;
};

type Bytes = Uint8Array<ArrayBuffer>;

/** A complete response that is encoded lazily, when the first client asks for an encoding. */
export type StoredResponse = UnencodedResponse & {
  readonly etag: string;
  /** An estimate of the memory that the response takes with its encoded variants, in bytes. */
  readonly size: number;
  readonly encoded: Map<Encoding, Promise<Bytes>>;
};

const STATES = { hit: 'cache;desc=hit', stale: 'cache;desc=stale', miss: 'cache;desc=miss' } as const;
/** The unencoded bytes count twice: all encoded variants together take about as much memory, or less. */
const SIZE_FACTOR = 2;

const toEtag = (bytes: Uint8Array): string => `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;

/** Prepares a response, with an ETag, to be sent once or many times. */
export const toStoredResponse = ({ status, bytes, headers }: UnencodedResponse): StoredResponse => {
  const etag = toEtag(bytes);
  const size = SIZE_FACTOR * (bytes.length + JSON.stringify(headers).length);
  return { status, bytes, headers: { vary: 'accept-encoding', ...headers, etag }, etag, size, encoded: new Map() };
};

/** If encoding fails, the unencoded bytes are returned, and the next request tries again. */
const encodeOnce = ({ bytes, encoded }: StoredResponse, encoding: Encoding): Promise<Bytes> => {
  const known = encoded.get(encoding);
  if (known) return known;
  const variant = encode(bytes, encoding).catch((error: unknown) => {
    log.warn({ err: error, encoding }, 'a response could not be encoded');
    encoded.delete(encoding);
    return bytes;
  });
  encoded.set(encoding, variant);
  return variant;
};

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml)|javascript))/;

/** Error pages are not compressed: clients can cause any number of errors, so each response must be cheap. */
const isCompressible = ({ status, headers }: Pick<StoredResponse, 'status' | 'headers'>): boolean =>
  status < 400 && COMPRESSIBLE.test(headers['content-type'] ?? '');

const encodingFor = (c: Context<Env>, response: Pick<StoredResponse, 'status' | 'headers'>): Encoding | null =>
  isCompressible(response) ? preferredEncoding(c.req.header('accept-encoding') ?? '') : null;

const toOpaque = (validator: string): string => validator.trim().replace(/^W\//, '');

/** Whether `If-None-Match` matches an ETag by weak comparison (RFC 9110 § 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch === etag ||
  (ifNoneMatch?.split(',').some((entry) => entry.trim() === '*' || toOpaque(entry) === toOpaque(etag)) ?? false);

/** The response to one client: in the encoding that the client prefers, or `304` if the client has it already. */
export const respondWith = async (c: Context<Env>, stored: StoredResponse, state?: CacheState): Promise<Response> => {
  const { status, bytes, etag } = stored;
  const headers: Record<string, string> = {
    ...c.get('securityHeaders'),
    ...stored.headers,
    'x-request-id': c.get('requestId'),
  };
  if (state) headers['server-timing'] = STATES[state];
  c.set('hasAllHeaders', true);
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers });

  const encoding = encodingFor(c, stored);
  const body = encoding === null ? bytes : await encodeOnce(stored, encoding);
  if (encoding !== null && body !== bytes) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.length);
  return new Response(body, { status, headers });
};

/** The response to one client while it is made, in the encoding that the client prefers. */
export const respondWithStream = (c: Context<Env>, response: StreamedResponse, state?: CacheState): Response => {
  const encoding = encodingFor(c, response);
  c.set('hasAllHeaders', true);
  return new Response(c.req.method === 'HEAD' ? null : encodeStream(response.body.read(), encoding), {
    status: response.status,
    headers: {
      vary: 'accept-encoding',
      ...c.get('securityHeaders'),
      ...response.headers,
      ...(state && { 'server-timing': STATES[state] }),
      'x-request-id': c.get('requestId'),
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
  });
};
