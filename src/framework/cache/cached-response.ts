import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { log } from '../log.ts';
import { type Encoding, encode, encodeSmallest, preferredEncoding } from '../middleware/index.ts';

/** Where a response came from, for the `Server-Timing` header: fresh in the cache, stale in the cache, or rendered. */
export type CacheState = 'hit' | 'stale' | 'miss';

/** A response before its content is encoded. */
export type UnencodedResponse = {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

type EncodedVariant = {
  readonly bytes: Buffer;
  /** Alternating names and values, as `writeHead` accepts them; the content length comes last. */
  readonly head: readonly string[];
};

/** A response that is encoded lazily, when the first client asks for an encoding. */
export type CachedResponse = {
  readonly status: number;
  readonly etag: string;
  /** An estimate of the memory that the response takes with its encoded variants, in bytes. */
  readonly size: number;
  /** The headers that all variants share. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: EncodedVariant;
  /** Each variant, or a promise for it while it is being encoded. */
  readonly encoded: Map<Encoding, EncodedVariant | Promise<EncodedVariant>>;
};

const STATES = { hit: 'cache;desc=hit', stale: 'cache;desc=stale', miss: 'cache;desc=miss' } as const;
/** How many items of a head belong to the content length: its name and its value. */
const LENGTH_ITEMS = 2;
/** The unencoded bytes count twice: all encoded variants together take about as much memory, or less. */
const SIZE_FACTOR = 2;

export const toEtag = (bytes: Uint8Array): string => `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;

const toVariant = (
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
  encoding: Encoding | null,
): EncodedVariant => ({
  bytes,
  head: Object.entries({
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': String(bytes.length),
  }).flat(),
});

/**
 * Prepares a response for the cache, with an ETag.
 *
 * @param previous the response that is replaced. If the bytes are the same, the encoded variants of `previous` are
 *   reused.
 */
export const toCachedResponse = (
  { status, bytes, headers: ownHeaders }: UnencodedResponse,
  previous?: CachedResponse,
): CachedResponse => {
  const etag = toEtag(bytes);
  const headers = { ...ownHeaders, etag, vary: 'accept-encoding' };
  // Wrapped once: Node.js would wrap a plain `Uint8Array` in a buffer for each response.
  const identity = toVariant(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), headers, null);
  const encoded: CachedResponse['encoded'] = new Map();
  for (const [encoding, known] of previous?.etag === etag ? previous.encoded : []) {
    if (!(known instanceof Promise)) encoded.set(encoding, toVariant(known.bytes, headers, encoding));
  }
  const size = SIZE_FACTOR * (bytes.length + identity.head.join('').length);
  return { status, etag, size, headers, identity, encoded };
};

/**
 * The variant in this encoding. If encoding fails, the unencoded response is returned, and the next request tries
 * again.
 */
const encodedVariant = (
  { headers, identity, encoded }: CachedResponse,
  encoding: Encoding,
): EncodedVariant | Promise<EncodedVariant> => {
  const known = encoded.get(encoding);
  if (known) return known;
  const variant = encode(identity.bytes, encoding).then(
    (bytes) => {
      const finished = toVariant(bytes, headers, encoding);
      encoded.set(encoding, finished);
      return finished;
    },
    (error: unknown) => {
      log.warn({ err: error, encoding }, 'a response could not be encoded');
      encoded.delete(encoding);
      return identity;
    },
  );
  encoded.set(encoding, variant);
  return variant;
};

const recompressed = new WeakSet<Uint8Array>();
let lastRecompression: Promise<void> = Promise.resolve();

const recompress = async ({ headers, identity, encoded }: CachedResponse): Promise<void> => {
  const current = await encoded.get('br');
  if (!current || recompressed.has(current.bytes)) return;
  const bytes = await encodeSmallest(identity.bytes);
  recompressed.add(bytes);
  encoded.set('br', toVariant(bytes, headers, 'br'));
};

/**
 * Compresses an existing Brotli variant again at the highest quality, which makes it about an eighth smaller, while the
 * response is already being served. That takes up to a tenth of a second, so responses are recompressed one at a time,
 * and a variant that a new render reuses is not recompressed again. Never rejects.
 */
export const recompressInBackground = (response: CachedResponse): Promise<void> => {
  lastRecompression = lastRecompression
    .then(() => recompress(response))
    .catch((error: unknown) => log.warn({ err: error }, 'recompressing a response failed'));
  return lastRecompression;
};

/** The preferred encoding for each value of `Accept-Encoding`; browsers send only a handful of them. */
const preferences = new LRUCache<string, { readonly encoding: Encoding | null }>({
  max: 200,
  memoMethod: (acceptEncoding) => ({ encoding: preferredEncoding(acceptEncoding) }),
});

const toOpaque = (validator: string): string => validator.trim().replace(/^W\//, '');

/** Whether `If-None-Match` matches an ETag by weak comparison (RFC 9110 § 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch === etag ||
  (ifNoneMatch?.split(',').some((entry) => entry.trim() === '*' || toOpaque(entry) === toOpaque(etag)) ?? false);

type SendOptions = {
  readonly state: CacheState;
  /** Additional headers, as alternating names and values. */
  readonly headers?: readonly string[];
};

/** Writes a response in the encoding that the client prefers, or `304` if the client has the response already. */
export const sendCachedResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  { state, headers = [] }: SendOptions,
): void => {
  const send = ({ head, bytes }: EncodedVariant): void => {
    const isUnchanged = cached.status === 200 && matchesEtag(request.headers['if-none-match'], cached.etag);
    const cachedHead = isUnchanged ? head.slice(0, -LENGTH_ITEMS) : head;
    response.writeHead(isUnchanged ? 304 : cached.status, [...headers, 'server-timing', STATES[state], ...cachedHead]);
    response.end(isUnchanged || request.method === 'HEAD' ? undefined : bytes);
  };
  const { encoding } = preferences.memo(request.headers['accept-encoding'] ?? '');
  const variant = encoding === null ? cached.identity : encodedVariant(cached, encoding);
  if (variant instanceof Promise) void variant.then(send);
  else send(variant);
};
