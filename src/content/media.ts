import 'server-only';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { log } from '../framework/log.ts';
import { type MediaFormat, toMediaSource } from './links.ts';

type Media = { readonly bytes: Uint8Array; readonly type: string };

const MAX_SOURCE_BYTES = 20 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Accepted content types of a response. The format of the bytes is checked too. */
const READABLE = /^image\/(?:avif|gif|jpeg|png|webp)\b/;
/** The formats by sharp's names; AVIF is a kind of HEIF. Others that sharp can read, such as SVG and TIFF, are rejected. */
const RASTER_FORMATS = new Set(['avif', 'gif', 'heif', 'jpeg', 'png', 'webp']);

/** Maximum number of originals that are downloaded or held in memory at once. */
const MAX_CONCURRENT_FETCHES = 8;
/** Requests that wait for their fetch; further ones are rejected. */
const MAX_WAITING = 64;
/** How long a request may take. A page of thirty images that nobody has seen yet takes several seconds on a small machine. */
const MAX_WAIT_MS = 15_000;
/** Each resize takes a processor for itself. */
const MAX_CONCURRENT_RESIZES = 2;
/** The slowest transfer, averaged from its start, and when it is checked first. */
const MIN_BYTES_PER_S = 32 * 1024;
const GRACE_MS = 1_000;

const dispatcher = new Agent({
  connections: MAX_CONCURRENT_FETCHES,
  headersTimeout: env.CMS_TIMEOUT_MS,
  bodyTimeout: env.CMS_TIMEOUT_MS,
});
const limitFetches = pLimit(MAX_CONCURRENT_FETCHES);
const limitResizes = pLimit(MAX_CONCURRENT_RESIZES);
const kept = new LRUCache<string, Media>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});
/** Addresses that gave no picture, so that a stranger who repeats them costs nothing. */
const failed = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });
const underway = new Map<string, Promise<Media | 'busy' | null>>();

const fetchOriginal = async (address: string): Promise<Uint8Array> => {
  const signal = AbortSignal.timeout(env.CMS_TIMEOUT_MS * 3);
  const response = await fetch(address, { dispatcher, signal, redirect: 'error', headers: { accept: 'image/*' } });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !READABLE.test(type)) {
    await response.body?.cancel();
    throw new Error(`answers ${response.status} ${type || 'without a type'}`);
  }
  const chunks: Uint8Array[] = [];
  const startedAt = performance.now();
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_SOURCE_BYTES) throw new Error(`is larger than ${MAX_SOURCE_BYTES} bytes`);
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > GRACE_MS && size < (elapsedMs / 1_000) * MIN_BYTES_PER_S) {
      throw new Error(`comes slower than ${MIN_BYTES_PER_S} bytes per second`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const resize = async (original: Uint8Array, width: number, format: MediaFormat): Promise<Media> => {
  const { default: sharp } = await import('sharp');
  const image = sharp(original, { limitInputPixels: MAX_PIXELS });
  const { format: found } = await image.metadata();
  if (!RASTER_FORMATS.has(found)) throw new Error(`is ${found}, whatever its type says`);
  const resized = image.rotate().resize({ width, withoutEnlargement: true });
  const encoded = format === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 78 });
  return { bytes: await encoded.toBuffer(), type: `image/${format}` };
};

const keyOf = (address: string, width: number, format: MediaFormat): string => `${width} ${format} ${address}`;

/** Fetches and resizes an upload, unless too much is waiting for that. */
const toMedia = async (address: string, width: number, format: MediaFormat): Promise<Media | 'busy'> => {
  if (limitFetches.pendingCount >= MAX_WAITING) return 'busy';
  const { promise: timeUp, resolve } = Promise.withResolvers<'busy'>();
  const timer = setTimeout(resolve, MAX_WAIT_MS, 'busy');
  let isWaiting = true;
  const work = limitFetches(async () => {
    if (!isWaiting) return 'busy';
    const original = await fetchOriginal(address);
    const media = await limitResizes(() => resize(original, width, format));
    // Also when it comes too late for this request: the next one has it then.
    kept.set(keyOf(address, width, format), media);
    return media;
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    isWaiting = false;
    clearTimeout(timer);
  }
};

/**
 * A picture of the content system's uploads in a width (one of `MEDIA_WIDTHS`, never enlarged), as AVIF or WebP without
 * metadata. Null when the path leads to no upload, or to something that is no picture of at most 20 MB and 50 million pixels;
 * `'busy'` when so many images are waited for that this one was not started, or not ready within 15 s.
 *
 * @param path below the content system's `wp-content/uploads/`.
 */
export const readMedia = async (path: string, width: number, format: MediaFormat): Promise<Media | 'busy' | null> => {
  const address = toMediaSource(path);
  if (address === null || failed.has(address)) return null;
  const key = keyOf(address, width, format);
  const known = kept.get(key);
  if (known) return known;
  const asked = underway.get(key);
  if (asked) return asked;

  const work = toMedia(address, width, format)
    .catch((error: unknown) => {
      failed.set(address, true);
      log.warn(
        { image: address, reason: error instanceof Error ? error.message : String(error) },
        'An image of the content cannot be shown.',
      );
      return null;
    })
    .finally(() => underway.delete(key));
  underway.set(key, work);
  return work;
};
