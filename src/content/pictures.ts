import 'server-only';
import { z } from 'zod';
import { listOf, orEmpty, PlainText } from './acf.ts';
import { toPictureUrl, toSrcSet } from './links.ts';

const Pixels = z.coerce.number().int().positive();

const FilledPicture = z
  .object({ url: z.string(), alt: PlainText, width: Pixels, height: Pixels })
  .transform(({ url, ...rest }, context) => {
    const own = toPictureUrl(url);
    if (own !== null) {
      const [avif, webp] = [toSrcSet(own, rest.width, 'avif'), toSrcSet(own, rest.width, 'webp')];
      return { url: own, ...rest, ...(avif && webp ? { sources: { avif, webp } } : {}) };
    }
    context.addIssue({ code: 'custom', path: ['url'], message: 'not an address of a picture' });
    return z.NEVER;
  });

/**
 * An image as the site shows it: `url` is root-relative, the size is in pixels, `sources` are `srcset`s where there are
 * several widths.
 */
export type Picture = z.output<typeof FilledPicture>;

/**
 * ACF's image field. Null when empty, and where the content system gives nothing but the number of an attachment, which
 * core's `light` format does.
 */
export const OptionalPicture = orEmpty(
  z.union([z.number().transform(() => null), FilledPicture], { error: 'expected an image' }),
  null,
);

/** ACF's gallery field, without the images that lack an address or a size. */
export const Gallery = listOf(FilledPicture, 'gallery image');
