import 'server-only';
import { LRUCache } from 'lru-cache';
import { Agent, fetch } from 'undici';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { type MediaFormat, toMediaSource } from './links.ts';

type Media = { readonly bytes: Uint8Array; readonly type: string };

const MAX_SOURCE_BYTES = 20 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
const AT_A_TIME = 2;
const READABLE = /^image\/(?:avif|gif|jpeg|png|webp)\b/;

const dispatcher = new Agent({ connections: 4 });
const kept = new LRUCache<string, Media>({ maxSize: MAX_KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes.length + 1 });
/** Addresses that gave no picture, so that a stranger who repeats them costs nothing. */
const failed = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });
const underway = new Map<string, Promise<Media | null>>();
const waiting: (() => void)[] = [];
let running = 0;

/** Runs at most two resizes at a time; each takes a processor for itself. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running < AT_A_TIME) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The next one takes this place over. A place given back here could be taken by another before it wakes up.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

const fetchOriginal = async (address: string): Promise<Uint8Array> => {
  const signal = AbortSignal.timeout(env.CMS_TIMEOUT_MS * 3);
  const response = await fetch(address, { dispatcher, signal, redirect: 'error', headers: { accept: 'image/*' } });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !READABLE.test(type)) {
    await response.body?.cancel();
    throw new Error(`answers ${response.status} ${type || 'without a type'}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_SOURCE_BYTES) throw new Error(`is larger than ${MAX_SOURCE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const resize = async (address: string, width: number, format: MediaFormat): Promise<Media> => {
  const [original, { default: sharp }] = await Promise.all([fetchOriginal(address), import('sharp')]);
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width, withoutEnlargement: true });
  const encoded = format === 'avif' ? picture.avif({ quality: 55, effort: 3 }) : picture.webp({ quality: 78 });
  return { bytes: await encoded.toBuffer(), type: `image/${format}` };
};

/**
 * A picture of the content system's uploads in a width (one of `MEDIA_WIDTHS`, never enlarged), as AVIF or WebP without
 * metadata. Null when the path leads to no upload, or to something that is no picture of at most 20 MB and 50 million pixels.
 *
 * @param path below the content system's `wp-content/uploads/`.
 */
export const readMedia = async (path: string, width: number, format: MediaFormat): Promise<Media | null> => {
  const address = toMediaSource(path);
  if (address === null || failed.has(address)) return null;
  const key = `${width} ${format} ${address}`;
  const known = kept.get(key);
  if (known) return known;
  const asked = underway.get(key);
  if (asked) return asked;

  const work = inTurn(() => resize(address, width, format))
    .then((media) => {
      kept.set(key, media);
      return media;
    })
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
