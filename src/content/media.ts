import 'server-only';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { log } from '../framework/shared.ts';
import { toCmsAuthorization } from './cms-password.ts';
import { CARD_HEIGHT, CARD_WIDTH, type MediaFormat, toMediaSource, toSnapshotMedia } from './links.ts';
import { onInvalidation } from './reader.ts';
import { reasonOf } from './source.ts';

/** `jpg` is the image of a shared link, cropped to the size that social networks show. */
type Format = MediaFormat | 'jpg';

type Media = { readonly bytes: Uint8Array; readonly type: string };

const MAX_SOURCE_BYTES = 20 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
/** WebP has no higher images. Higher originals are scaled down further. */
const MAX_HEIGHT = 16_383;
/** An animation with more frames, or with more pixels in all frames than `MAX_PIXELS`, is shown as its first frame. */
const MAX_FRAMES = 300;
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Accepted content types of the original. The actual format of the bytes is checked as well. */
const ACCEPTED_TYPE = /^image\/(?:avif|gif|jpeg|png|webp)\b/;
/** Accepted formats by sharp's names (it reports AVIF as heif). Other formats that sharp can read, such as SVG, are rejected. */
const RASTER_FORMATS = new Set(['avif', 'gif', 'heif', 'jpeg', 'png', 'webp']);

/** Maximum number of originals that are downloaded or held in memory at once. */
const MAX_CONCURRENT_FETCHES = 8;
/** Maximum number of queued requests; further ones get `'busy'`. */
const MAX_QUEUED = 64;
/** How long a request may take. The first view of a page with thirty images takes several seconds on a small machine. */
const MAX_WAIT_MS = 15_000;
/** Each resize occupies one CPU core. */
const MAX_CONCURRENT_RESIZES = 2;
/** Minimum transfer rate, averaged from the start of the body, and the time after which it is enforced. */
const MIN_BYTES_PER_S = 32 * 1024;
const GRACE_MS = 1_000;

const dispatcher = new Agent({
  connections: MAX_CONCURRENT_FETCHES,
  headersTimeout: env.CMS_TIMEOUT_MS,
  bodyTimeout: env.CMS_TIMEOUT_MS,
});
const limitFetches = pLimit(MAX_CONCURRENT_FETCHES);
const limitResizes = pLimit(MAX_CONCURRENT_RESIZES);
/** Negative cache: sources that did not lead to an image are not read again for a minute. */
const failed = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

const fetchOriginal = async (url: string): Promise<Uint8Array> => {
  const signal = AbortSignal.timeout(env.CMS_TIMEOUT_MS * 3);
  const headers = { accept: 'image/*', ...toCmsAuthorization(url) };
  const response = await fetch(url, { dispatcher, signal, redirect: 'error', headers });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !ACCEPTED_TYPE.test(type)) {
    await response.body?.cancel();
    throw new Error(`responds with ${response.status} ${type || 'without a content type'}`);
  }
  const chunks: Uint8Array[] = [];
  const startedAt = performance.now();
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_SOURCE_BYTES) throw new Error(`is larger than ${MAX_SOURCE_BYTES} bytes`);
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > GRACE_MS && size < (elapsedMs / 1_000) * MIN_BYTES_PER_S) {
      throw new Error(`is transferred at less than ${MIN_BYTES_PER_S} bytes per second`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The name of an upload without the size that WordPress adds to its copies: `two.jpg` for `two-300x200.jpg`. */
const toOriginalName = (name: string): string => name.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');

/** The largest copy of an image in its directory, or null. The snapshot does not contain every size that WordPress has created. */
const findCopy = async (file: string): Promise<string | null> => {
  const { dir, base } = parse(file);
  const names = (await readdir(dir)).filter((name) => toOriginalName(name) === toOriginalName(base));
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(dir, name))).size })));
  const [largest] = sizes.toSorted((one, other) => other.size - one.size);
  return largest ? join(dir, largest.name) : null;
};

/** The file of the upload, or of another size of it, in the snapshot, which is in the working directory; null if it is not there. */
const findInSnapshot = async (path: string): Promise<string | null> => {
  const name = toSnapshotMedia(path);
  if (name === null) return null;
  const file = resolve('private/content/media', name);
  return access(file)
    .then(() => file)
    .catch(() => findCopy(file))
    .catch(() => null);
};

/** The original from the CMS, or from the snapshot if there is no CMS or it fails. Throws if neither has it. */
const readOriginal = async (path: string): Promise<Uint8Array> => {
  const url = toMediaSource(path);
  try {
    if (url === null) throw new Error('is not in the snapshot');
    return await fetchOriginal(url);
  } catch (error) {
    const file = await findInSnapshot(path);
    if (file === null) throw error;
    return readFile(file);
  }
};

const TYPES: Readonly<Record<Format, string>> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  'still.webp': 'image/webp',
  webp: 'image/webp',
};

const toFormat = (image: Sharp, width: number, format: Format): Sharp => {
  if (format === 'jpg') {
    const height = Math.round((width * CARD_HEIGHT) / CARD_WIDTH);
    return image
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82, mozjpeg: true });
  }
  const resized = image.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
  return format === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 78 });
};

const resize = async (original: Uint8Array, width: number, format: Format): Promise<Media> => {
  const { default: sharp } = await import('sharp');
  const image = sharp(original, { limitInputPixels: MAX_PIXELS });
  const { format: actualFormat, pages = 1, width: frameWidth, height: frameHeight } = await image.metadata();
  if (!RASTER_FORMATS.has(actualFormat)) throw new Error(`is ${actualFormat}, contrary to its content type`);
  const isAnimation = pages > 1 && /^(?:gif|webp)$/.test(actualFormat);
  if (
    isAnimation &&
    (format === 'avif' || format === 'webp') &&
    pages <= MAX_FRAMES &&
    pages * frameWidth * frameHeight <= MAX_PIXELS
  ) {
    const animation = sharp(original, { limitInputPixels: MAX_PIXELS, animated: true });
    // As WebP even if AVIF was requested, because sharp writes no animated AVIF. Browsers go by the content type.
    const encoded = animation.resize({ width, withoutEnlargement: true }).webp({ quality: 70, effort: 2 });
    return { bytes: await encoded.toBuffer(), type: 'image/webp' };
  }
  const bytes = await toFormat(image.rotate(), width, format).toBuffer();
  return { bytes, type: TYPES[format] };
};

type Job = {
  readonly path: string;
  readonly source: string;
  readonly width: number;
  readonly format: Format;
  readonly startBy: number;
};

/**
 * Fetches and resizes single-flight. An image that is ready only after the time limit of its request is cached for the next
 * request. Undefined if the queue is full, the time limit was reached in the queue, or the image cannot be loaded (`failed`).
 */
const cache = new LRUCache<string, Media, Job>({
  maxSize: MAX_CACHE_BYTES,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, _stale, { context: { path, source, width, format, startBy }, signal }) => {
    if (limitFetches.pendingCount >= MAX_QUEUED) return undefined;
    return limitFetches(async () => {
      if (performance.now() > startBy) return undefined;
      try {
        const original = await readOriginal(path);
        return await limitResizes(() => resize(original, width, format));
      } catch (error) {
        // After an invalidation, the failure says nothing about the image that is there now.
        if (!signal.aborted) failed.set(source, true);
        log.warn({ image: source, reason: reasonOf(error) }, 'cannot load a content image');
        return undefined;
      }
    });
  },
});

// An upload that replaces another one may have its URL. Images that are being loaded are returned to their waiters, but not cached.
onInvalidation((tags) => {
  if (tags !== null && !tags.has('media')) return;
  cache.clear();
  failed.clear();
});

/**
 * An upload of the CMS, resized to a width (one of `MEDIA_WIDTHS`, never enlarged) and encoded as AVIF or WebP without
 * metadata, or cropped to the image of a shared link. An animation within `MAX_FRAMES` and `MAX_PIXELS` stays animated, always as
 * WebP, unless the format is `still.webp` or `jpg`. Without a CMS, or while it fails, the upload comes from the snapshot. Null if
 * there is no such upload, or it is not an image of at most 20 MB and 50 million pixels; `'busy'` if 64 requests are already
 * queued or the image is not ready within 15 s.
 *
 * @param path the path below `/media/{width}/`, without the format.
 */
export const readMedia = async (path: string, width: number, format: Format): Promise<Media | 'busy' | null> => {
  // The same for every encoding of the path, and for every size that only the URL names.
  const source = toMediaSource(path) ?? (await findInSnapshot(path));
  if (source === null || failed.has(source)) return null;
  const key = `${width} ${format} ${source}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const startBy = performance.now() + MAX_WAIT_MS;
  const loading = cache.fetch(key, { context: { path, source, width, format, startBy } });
  // Rejects only if the image could not be loaded and was invalidated in the meantime.
  const loaded = loading.catch(() => undefined);
  const media = await Promise.race([loaded, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  return media ?? (failed.has(source) ? null : 'busy');
};
