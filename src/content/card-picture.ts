import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { log } from '../framework/shared.ts';
import type { ContentImage } from './images.ts';
import { readMedia } from './media.ts';

/** Folders with the site's own images, in order of preference: the build, then the sources. */
const FOLDERS = ['dist/public', 'public'] as const;
const WIDTH = 960;
const HEIGHT = 600;
/** The width in which an upload of the CMS is read, before it is cropped; one of `MEDIA_WIDTHS`. */
const UPLOAD_WIDTH = 1_200;

const readOwnFile = async (path: string): Promise<Uint8Array | null> => {
  for (const folder of FOLDERS) {
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
};

const readBytes = async (url: string): Promise<Uint8Array | null> => {
  if (/^\/pictures\/[\w-]+\.(?:webp|png|jpe?g)$/.test(url)) return readOwnFile(url);
  const upload = /^\/media\/\d+\/(.+)\.webp$/.exec(url)?.[1];
  const media = upload === undefined ? null : await readMedia(decodeURIComponent(upload), UPLOAD_WIDTH, 'webp');
  return media === null || media === 'busy' ? null : media.bytes;
};

/** An image, cropped for a social card, as the data URL of a PNG; null if it cannot be read. */
export const readCardPicture = async (image: Pick<ContentImage, 'url'> | null): Promise<string | null> => {
  if (image === null) return null;
  try {
    const bytes = await readBytes(image.url);
    if (bytes === null) return null;
    const { default: sharp } = await import('sharp');
    const png = await sharp(bytes).resize(WIDTH, HEIGHT, { fit: 'cover', position: 'top' }).png().toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (error) {
    log.warn({ image: image.url, err: error }, 'skipping an image of a social card');
    return null;
  }
};
