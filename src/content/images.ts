import 'server-only';
import { z } from 'zod';
import { listOf, orEmpty, PlainText, toReason } from './acf.ts';
import { toImageUrl, toSrcSet } from './links.ts';
import { warnOnce } from './warn-once.ts';

const Pixels = z.coerce.number().int().positive();

const UsableImage = z
  .object({ url: z.string(), alt: PlainText, width: Pixels, height: Pixels })
  .transform(({ url, ...rest }, context) => {
    const own = toImageUrl(url);
    if (own !== null) {
      const [avif, webp] = [toSrcSet(own, rest.width, 'avif'), toSrcSet(own, rest.width, 'webp')];
      return { url: own, ...rest, ...(avif && webp ? { sources: { avif, webp } } : {}) };
    }
    context.addIssue({ code: 'custom', path: ['url'], message: 'not an image that this site can show' });
    return z.NEVER;
  });

/**
 * An image as the site shows it: `url` is root-relative, the size is in pixels, `sources` are `srcset`s where there are
 * several widths.
 */
export type ContentImage = z.output<typeof UsableImage>;

const Addressed = z.object({ url: z.string() });

/**
 * ACF's image field. Null when empty, and where the content system gives nothing but the number of an attachment, which
 * core's `light` format does. Null with a warning, too, for an image that cannot be used (another host, SVG, no size): it
 * costs itself, not the item that it belongs to.
 */
export const OptionalImage = orEmpty(z.unknown(), null).transform((value): ContentImage | null => {
  if (value === null || typeof value === 'number') return null;
  const result = UsableImage.safeParse(value);
  if (result.success) return result.data;
  const image = Addressed.safeParse(value).data?.url;
  const reason = toReason(result.error);
  warnOnce(`image ${image} ${reason}`, { image, reason }, 'An image of the content cannot be used and is left out.');
  return null;
});

/** ACF's gallery field, without the images that lack an address or a size. */
export const Gallery = listOf(UsableImage, 'gallery image');
