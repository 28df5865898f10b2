import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, encode, encodeSmallest, preferredEncoding } from '../http/content-encoding.ts';
import { log } from '../log.ts';

/** What the page cache knew of an answer: told in `Server-Timing`, counted in the metrics. */
export type CacheState = 'hit' | 'stale' | 'miss';

/** An answer as it was made: bytes without an encoding, and the headers that are its own. */
export type Finished = {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

type Form = {
  readonly bytes: Uint8Array;
  /** Names and values in turn, as `writeHead` takes them; the content length comes last. */
  readonly head: readonly string[];
};

/** An answer that is ready to be written in every encoding. */
export type CachedResponse = {
  readonly status: number;
  readonly etag: string;
  /** What it takes of the memory. */
  readonly size: number;
  /** What is the same in every encoding. */
  readonly headers: Readonly<Record<string, string>>;
  /** A form may give way to a smaller one of the same bytes. */
  readonly forms: Record<Encoding | 'identity', Form>;
};

const STATES = { hit: 'cache;desc=hit', stale: 'cache;desc=stale', miss: 'cache;desc=miss' } as const;
const LENGTH_FROM_END = 2;

export const toEtag = (bytes: Uint8Array): string => `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;

const toForm = (bytes: Uint8Array, headers: Readonly<Record<string, string>>): Form => ({
  bytes,
  head: Object.entries({ ...headers, 'content-length': String(bytes.length) }).flat(),
});

/**
 * An answer in every encoding, with its validator.
 *
 * @param before the answer in whose place this one comes: where the bytes are the same, its encoded forms are kept.
 */
export const toCachedResponse = async (
  { status, bytes, headers }: Finished,
  before?: CachedResponse,
): Promise<CachedResponse> => {
  const etag = toEtag(bytes);
  const common = { ...headers, etag, vary: 'accept-encoding' };
  const toEncoded = async (encoding: Encoding): Promise<Form> => {
    const encoded = before?.etag === etag ? before.forms[encoding].bytes : await encode(bytes, encoding);
    return toForm(encoded, { ...common, 'content-encoding': encoding });
  };
  const [br, zstd, gzip] = await Promise.all([toEncoded('br'), toEncoded('zstd'), toEncoded('gzip')]);
  const identity = toForm(before?.etag === etag ? before.forms.identity.bytes : bytes, common);
  const forms = { identity, br, zstd, gzip };
  const size = Object.values(forms).reduce((sum, form) => sum + form.bytes.length + 2 * form.head.join('').length, 0);
  return { status, etag, size, headers: common, forms };
};

/** What is as small as it gets. */
const packed = new WeakSet<Uint8Array>();
let packing: Promise<void> = Promise.resolve();

const pack = async ({ headers, forms }: CachedResponse): Promise<void> => {
  const { br, identity } = forms;
  if (packed.has(br.bytes)) return;
  const bytes = await encodeSmallest(identity.bytes);
  packed.add(bytes);
  forms.br = toForm(bytes, { ...headers, 'content-encoding': 'br' });
};

/**
 * Makes the brotli of an answer that is kept as small as it gets, an eighth smaller, while the answer is handed out already.
 * That takes up to a tenth of a second, so it is done for one answer after the other, and once for the same bytes. It does
 * not throw.
 */
export const recompressInBackground = (answer: CachedResponse): Promise<void> => {
  packing = packing
    .then(() => pack(answer))
    .catch((error: unknown) => log.warn({ err: error }, 'an answer stays as large as it is'));
  return packing;
};

/** Browsers send a handful of texts; whoever makes up others pays for the reading. */
const MOST_PREFERENCES = 200;
const preferences = new Map<string, Encoding | 'identity'>();

const preferenceOf = (acceptEncoding = ''): Encoding | 'identity' => {
  const known = preferences.get(acceptEncoding);
  if (known !== undefined) return known;
  const preferred = preferredEncoding(acceptEncoding) ?? 'identity';
  if (preferences.size < MOST_PREFERENCES && acceptEncoding.length < 100) preferences.set(acceptEncoding, preferred);
  return preferred;
};

const toOpaque = (validator: string): string => validator.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names an answer, weakly compared (RFC 9110 § 13.1.2). */
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
  answer: CachedResponse,
  { state, headers = [] }: SendOptions,
): void => {
  const { head, bytes } = answer.forms[preferenceOf(request.headers['accept-encoding'])];
  const isUnchanged = answer.status === 200 && matchesEtag(request.headers['if-none-match'], answer.etag);
  const own = isUnchanged ? head.slice(0, -LENGTH_FROM_END) : head;
  response.writeHead(isUnchanged ? 304 : answer.status, [...headers, 'server-timing', STATES[state], ...own]);
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : bytes);
};
