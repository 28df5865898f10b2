import 'server-only';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lookup } from 'mime-types';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { currentContext, limitKey, log } from '../framework/shared.ts';
import { toCmsAuthorization } from './cms-password.ts';
import { isServedFile, toMediaSource, toSnapshotMedia } from './links.ts';
import { reasonOf } from './source.ts';

/** Larger files are not served. Videos are rarely larger, and WordPress accepts much less by default. */
const MAX_BYTES = 2 * 1024 ** 3;
/** Maximum number of files that are sent at the same time. A client may keep a response open for as long as it plays a video. */
const MAX_OPEN = 64;
/** Of these, how many go to one client (`limitKey`). */
const MAX_OPEN_PER_CLIENT = 8;
/**
 * A client that reads less than this in an interval is disconnected. It is less than the bit rate of speech, and a player
 * that was paused requests the rest later.
 */
const SLOWEST_BYTES = 60_000;
const SLOWEST_INTERVAL_MS = 30_000;
/** Time limit of one response. Players then request the rest. */
const MAX_MS = 15 * 60_000;
const DAY_S = 86_400;
/** Value of `Retry-After` while too many files are being sent. */
const RETRY_S = 5;

const dispatcher = new Agent({
  connections: MAX_OPEN,
  connect: { timeout: env.CMS_TIMEOUT_MS },
  headersTimeout: env.CMS_TIMEOUT_MS * 3,
  bodyTimeout: env.CMS_TIMEOUT_MS * 3,
});
/** How many files are being sent to each client. */
const openByClient = new Map<string, number>();

/** A response of the CMS, or an equivalent one for a file of the snapshot. */
type Upstream = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: (AsyncIterable<Uint8Array> & { readonly cancel: () => Promise<void> }) | null;
};

type ByteRange = { readonly start: number; readonly end: number };

/**
 * The range of a `Range` header in a file of this size. Null: the whole file, because there is no header, it is malformed, or
 * it has several ranges, which a server may ignore. `'unsatisfiable'`: the range contains no byte of the file.
 */
const toByteRange = (header: string | null, size: number): ByteRange | null | 'unsatisfiable' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (range.start >= size) return 'unsatisfiable';
  return range.end < range.start ? null : range;
};

/** The part of a body that lies in the range, for files of the snapshot and if the CMS's server does not support ranges. */
async function* slice(body: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of body) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (position > end) return;
  }
}

/** Counts a file that is sent to this client. Returns the function that ends this; null: too many are being sent. */
const open = (client: string): (() => void) | null => {
  const own = openByClient.get(client) ?? 0;
  const total = [...openByClient.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_OPEN_PER_CLIENT || total >= MAX_OPEN) return null;
  openByClient.set(client, own + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (openByClient.get(client) ?? 1) - 1;
    if (left === 0) openByClient.delete(client);
    else openByClient.set(client, left);
  };
};

/**
 * A stream of the chunks, which fails when its client reads too slowly.
 *
 * @param close called once or several times when the stream ends, fails or is cancelled.
 */
const toStream = (chunks: AsyncIterable<Uint8Array>, close: () => void): ReadableStream => {
  const iterator = chunks[Symbol.asyncIterator]();
  let bytes = 0;
  let watching: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(watching);
    close();
  };
  return new ReadableStream({
    start(controller) {
      watching = setInterval(() => {
        if (bytes < SLOWEST_BYTES) {
          end();
          controller.error(new Error('The client reads too slowly.'));
          // The connection of the CMS may have failed in the meantime.
          iterator.return?.().catch(() => {});
        }
        bytes = 0;
      }, SLOWEST_INTERVAL_MS).unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (!done) {
          bytes += value.byteLength;
          controller.enqueue(value);
          return;
        }
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel() {
      end();
      await iterator.return?.();
    },
  });
};

const toName = (path: string): string => path.split('/').at(-1) ?? 'file';

const isPlayed = (type: string): boolean => /^(?:audio|video)\/|^text\/vtt/.test(type);

/** The headers of every response for a file: the type by its name, and a download unless it is audio, video or captions. */
const toHeaders = (path: string, upstream: Upstream): Headers => {
  const name = toName(path);
  const type = lookup(decodeURIComponent(name)) || 'application/octet-stream';
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': `public, max-age=${DAY_S}`,
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': isPlayed(type)
      ? 'inline'
      : `attachment; filename*=UTF-8''${encodeURIComponent(decodeURIComponent(name))}`,
  });
  for (const validator of ['etag', 'last-modified']) {
    const value = upstream.headers.get(validator);
    if (value !== null) headers.set(validator, value);
  }
  return headers;
};

/** Whether a partial response is allowed: `If-Range` is absent or names this version of the file. */
const isSameVersion = (request: Request, upstream: Upstream): boolean => {
  const condition = request.headers.get('if-range');
  return (
    condition === null || [upstream.headers.get('etag'), upstream.headers.get('last-modified')].includes(condition)
  );
};

const CONDITIONS = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;

const fetchFile = (url: string, request: Request): Promise<Upstream> => {
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...toCmsAuthorization(url),
  };
  for (const name of CONDITIONS) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MAX_MS)]);
  return fetch(url, { dispatcher, signal, redirect: 'error', headers });
};

/** The size of the whole file; null if the CMS's server does not say. */
const sizeOf = (upstream: Upstream): number | null => {
  const total = /\/(\d+)$/.exec(upstream.headers.get('content-range') ?? '')?.[1];
  const text = upstream.status === 206 ? total : upstream.headers.get('content-length');
  return text ? Number(text) : null;
};

const respond = async (path: string, request: Request, upstream: Upstream, close: () => void): Promise<Response> => {
  const headers = toHeaders(path, upstream);
  const discard = () => upstream.body?.cancel();
  if (upstream.status === 304) return new Response(null, { status: 304, headers });
  if (upstream.status === 416) {
    await discard();
    headers.set('content-range', upstream.headers.get('content-range') ?? 'bytes */*');
    return new Response(null, { status: 416, headers });
  }
  const size = sizeOf(upstream);
  if ((upstream.status !== 200 && upstream.status !== 206) || upstream.body === null || (size ?? 0) > MAX_BYTES) {
    await discard();
    throw new Error(size === null || size <= MAX_BYTES ? `responds with ${upstream.status}` : `has ${size} bytes`);
  }
  if (upstream.status === 206) {
    for (const name of ['content-range', 'content-length']) headers.set(name, upstream.headers.get(name) ?? '');
    return new Response(toStream(upstream.body, close), { status: 206, headers });
  }
  const range =
    size === null || !isSameVersion(request, upstream) ? null : toByteRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable') {
    await discard();
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  if (range === null) {
    if (size !== null) headers.set('content-length', String(size));
    return new Response(toStream(upstream.body, close), { headers });
  }
  headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  headers.set('content-length', String(range.end - range.start + 1));
  return new Response(toStream(slice(upstream.body, range), close), { status: 206, headers });
};

/** The file from the snapshot, which is in the working directory; null if it is not there. */
const readFromSnapshot = async (path: string): Promise<Upstream | null> => {
  const name = toSnapshotMedia(path);
  if (name === null) return null;
  const file = resolve('private/content/media', name);
  try {
    const { size, mtime } = await stat(file);
    const headers = { 'content-length': String(size), 'last-modified': mtime.toUTCString() };
    return new Response((await openAsBlob(file)).stream(), { headers });
  } catch {
    return null;
  }
};

const readUpstream = async (path: string, request: Request): Promise<Upstream> => {
  const url = toMediaSource(path);
  try {
    if (url === null) throw new Error('is not in the snapshot');
    const upstream = await fetchFile(url, request);
    // A web page is no file of a type that is served, but for example a notice about maintenance.
    const isWebPage = upstream.headers.get('content-type')?.startsWith('text/html') ?? false;
    if ((upstream.status < 400 && !isWebPage) || upstream.status === 416) return upstream;
    await upstream.body?.cancel();
    throw new Error(`responds with ${upstream.status}${isWebPage ? ' and a web page' : ''}`);
  } catch (error) {
    const copy = await readFromSnapshot(path);
    if (copy === null) throw error;
    return copy;
  }
};

/**
 * A document, video or audio file of the CMS, streamed, in the range that the request asks for. Without a CMS, or while it
 * fails, the file comes from the snapshot. Null if there is no such file, it cannot be read, its type is not served, or it
 * has more than 2 GiB; 503 while 64 files are being sent, or 8 to this client.
 *
 * @param path the path below `/files/`.
 */
export const readFile = async (path: string, request: Request): Promise<Response | null> => {
  if (!isServedFile(path) || (toSnapshotMedia(path) === null && toMediaSource(path) === null)) return null;
  const close = open(limitKey(currentContext()?.get('address') ?? ''));
  if (close === null) {
    const headers = { 'retry-after': String(RETRY_S), 'cache-control': 'no-store' };
    return new Response('Service Unavailable', { status: 503, headers });
  }
  try {
    const response = await respond(path, request, await readUpstream(path, request), close);
    if (response.body === null) close();
    if (request.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, response);
  } catch (error) {
    close();
    if (request.signal.aborted) return null;
    log.warn({ file: toMediaSource(path) ?? path, reason: reasonOf(error) }, 'cannot pass on a file of the CMS');
    return null;
  }
};
