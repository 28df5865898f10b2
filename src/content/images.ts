import 'server-only';
import { z } from 'zod';
import { listOf, orEmpty, PlainText, toReason } from './acf.ts';
import { toImageUrl, toSrcSet, toStill } from './links.ts';
import { warnOnce } from './warn-once.ts';

const Pixels = z.coerce.number().int().positive();

const OwnUrl = z
  .string()
  .transform(toImageUrl)
  .pipe(z.string({ error: 'not an image that this site can show' }));

const UsableImage = z.object({ url: OwnUrl, alt: PlainText, width: Pixels, height: Pixels }).transform((image) => {
  const [avif, webp] = [toSrcSet(image.url, image.width, 'avif'), toSrcSet(image.url, image.width, 'webp')];
  const still = toStill(image.url);
  return { ...image, ...(avif && webp ? { sources: { avif, webp } } : {}), ...(still ? { still } : {}) };
});

/**
 * An image of the content. `url` is root-relative, width and height are in pixels; `sources` are `srcset`s, present if the
 * image is served in several widths; `still` is the URL of the first frame of an animated image.
 */
export type ContentImage = z.output<typeof UsableImage>;

const WithUrl = z.object({ url: z.string() });

/**
 * ACF's image field. Null when empty, and when it holds only an attachment id (ACF's `light` format). An unusable image
 * (foreign host, SVG, no size) is also null, with a warning, so that the item it belongs to is still shown.
 */
export const OptionalImage = orEmpty(z.unknown(), null).transform((value): ContentImage | null => {
  if (value === null || typeof value === 'number') return null;
  const result = UsableImage.safeParse(value);
  if (result.success) return result.data;
  const image = WithUrl.safeParse(value).data?.url;
  const reason = toReason(result.error);
  warnOnce(`image ${image} ${reason}`, { image, reason }, 'skipping an unusable content image');
  return null;
});

/** ACF's gallery field, without unusable images. */
export const Gallery = listOf(UsableImage, 'gallery image');
