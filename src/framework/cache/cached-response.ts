import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type Encoding, encode, encodeSmallest, preferredEncoding } from '../http/index.ts';
import { log } from '../log.ts';

/** Where a response came from, for the `Server-Timing` header: fresh in the cache, stale in the cache, or rendered. */
export type CacheState = 'hit' | 'stale' | 'miss';

/** A response before its content is encoded. */
export type UnencodedResponse = {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

type EncodedVariant = {
  readonly bytes: Uint8Array;
  /** Names and values in turn, as `writeHead` takes them; the content length comes last. */
  readonly head: readonly string[];
};

/** A response in every content encoding. */
export type CachedResponse = {
  readonly status: number;
  readonly etag: string;
  /** The approximate memory use in bytes. */
  readonly size: number;
  /** The headers of all variants. */
  readonly headers: Readonly<Record<string, string>>;
  /** A variant may be replaced by a better compressed one. */
  readonly variants: Record<Encoding | 'identity', EncodedVariant>;
};

const STATES = { hit: 'cache;desc=hit', stale: 'cache;desc=stale', miss: 'cache;desc=miss' } as const;
/** The name and the value of the content length at the end of a head. */
const LENGTH_ITEMS = 2;

export const toEtag = (bytes: Uint8Array): string => `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;

const toVariant = (bytes: Uint8Array, headers: Readonly<Record<string, string>>): EncodedVariant => ({
  bytes,
  head: Object.entries({ ...headers, 'content-length': String(bytes.length) }).flat(),
});

/**
 * A response in every encoding, with an ETag.
 *
 * @param before the response that this one replaces. If the bytes are the same, its encoded variants are used again.
 */
export const toCachedResponse = async (
  { status, bytes, headers }: UnencodedResponse,
  before?: CachedResponse,
): Promise<CachedResponse> => {
  const etag = toEtag(bytes);
  const common = { ...headers, etag, vary: 'accept-encoding' };
  const same = before?.etag === etag ? before.variants : null;
  const toEncoded = async (encoding: Encoding): Promise<EncodedVariant> =>
    toVariant(same?.[encoding].bytes ?? (await encode(bytes, encoding)), { ...common, 'content-encoding': encoding });
  const [br, zstd, gzip] = await Promise.all([toEncoded('br'), toEncoded('zstd'), toEncoded('gzip')]);
  const variants = { identity: toVariant(same?.identity.bytes ?? bytes, common), br, zstd, gzip };
  const size = Object.values(variants).reduce(
    (sum, { bytes, head }) => sum + bytes.length + 2 * head.join('').length,
    0,
  );
  return { status, etag, size, headers: common, variants };
};

const recompressed = new WeakSet<Uint8Array>();
let recompressing: Promise<void> = Promise.resolve();

const recompress = async ({ headers, variants }: CachedResponse): Promise<void> => {
  if (recompressed.has(variants.br.bytes)) return;
  const bytes = await encodeSmallest(variants.identity.bytes);
  recompressed.add(bytes);
  variants.br = toVariant(bytes, { ...headers, 'content-encoding': 'br' });
};

/**
 * Replaces the Brotli variant by one at the highest quality, an eighth smaller, while the response is served already. That takes up
 * to a tenth of a second, so responses are recompressed one after the other, and the same bytes once. Never rejects.
 */
export const recompressInBackground = (response: CachedResponse): Promise<void> => {
  recompressing = recompressing
    .then(() => recompress(response))
    .catch((error: unknown) => log.warn({ err: error }, 'recompressing a response failed'));
  return recompressing;
};

/** The preferred encoding by `Accept-Encoding` header, of which browsers send a handful of values. */
const preferences = new LRUCache<string, Encoding | 'identity'>({
  max: 200,
  memoMethod: (acceptEncoding) => preferredEncoding(acceptEncoding) ?? 'identity',
});

const toOpaque = (validator: string): string => validator.trim().replace(/^W\//, '');

/** Whether `If-None-Match` matches an ETag by weak comparison (RFC 9110 § 13.1.2). */
export const matchesEtag = (client: string | null | undefined, etag: string): boolean =>
  client === etag ||
  (client?.split(',').some((entry) => entry.trim() === '*' || toOpaque(entry) === toOpaque(etag)) ?? false);

type SendOptions = {
  readonly state: CacheState;
  /** Headers, names and values in turn, that are not set on the response yet. */
  readonly headers?: readonly string[];
};

/** Writes a response in the encoding that the client prefers, or `304` if the client has it already. */
export const sendCachedResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  { state, headers = [] }: SendOptions,
): void => {
  const { head, bytes } = cached.variants[preferences.memo(request.headers['accept-encoding'] ?? '')];
  const isUnchanged = cached.status === 200 && matchesEtag(request.headers['if-none-match'], cached.etag);
  const own = isUnchanged ? head.slice(0, -LENGTH_ITEMS) : head;
  response.writeHead(isUnchanged ? 304 : cached.status, [...headers, 'server-timing', STATES[state], ...own]);
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : bytes);
};
