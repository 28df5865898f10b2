import 'server-only';
import { z } from 'zod';
import { group, orEmpty, PlainText, RawText, toReason } from './acf.ts';
import { type ContentImage, OptionalImage } from './images.ts';
import { CARD_HEIGHT, CARD_WIDTH, toCardUrl, toHref } from './links.ts';
import { siteName } from './site-name.ts';
import { percentDecode } from './slugs.ts';
import { warnOnce } from './warn-once.ts';

/** Ignores invalid metadata with a warning: the item is shown as if it had none. */
const optionalGroup = <Schema extends z.ZodType>(schema: Schema, empty: z.output<Schema>, kind: string) =>
  group(schema).catch(({ error, value }) => {
    // An empty group never fails, so this is not called for missing metadata.
    const reason = toReason(new z.ZodRealError(error.issues));
    warnOnce(`${kind} ${reason}`, { kind, reason, given: typeof value }, 'ignoring unusable metadata');
    return empty;
  });

const EMPTY = { title: '', description: '', image: null, canonical: '', noindex: false };

const OwnFields = z.object({
  title: PlainText,
  description: PlainText,
  image: OptionalImage,
  canonical: RawText,
  noindex: z
    .unknown()
    .optional()
    .transform((value) => value === true),
});

const OwnSeo = optionalGroup(OwnFields, EMPTY, 'seo');

/** The separators between title and site name that Yoast SEO offers. */
const SEPARATOR = /\s*[-–—:·•*⋆|~«»<>]\s*$/u;

/** Removes the site name after a separator at the end of a title, because the site adds it itself. */
const withoutSiteName = (title: string, name: string): string => {
  if (name === '' || !title.endsWith(name)) return title;
  const rest = title.slice(0, -name.length);
  return SEPARATOR.test(rest) ? rest.replace(SEPARATOR, '') : title;
};

/**
 * `yoast_head_json`, which Yoast SEO adds to every item, whether or not an editor has entered something. `description` exists only if
 * somebody wrote one.
 */
const YoastFields = z
  .object({
    title: PlainText,
    description: PlainText,
    canonical: RawText,
    robots: group(z.object({ index: RawText })),
    og_site_name: PlainText,
    og_image: orEmpty(z.array(OptionalImage), []),
  })
  .transform(({ title, description, canonical, robots, og_site_name, og_image }) => ({
    title: withoutSiteName(title, og_site_name),
    description,
    image: og_image.find((image) => image !== null) ?? null,
    canonical,
    noindex: robots.index === 'noindex',
  }));

const YoastSeo = optionalGroup(YoastFields, EMPTY, 'yoast_head_json');

/** The fields of an item from which `toSeo` composes its metadata. All of them are optional. */
export const seoFields = { seo: OwnSeo, yoast_head_json: YoastSeo, featured_image: OptionalImage };

type SeoFields = {
  readonly seo: z.output<typeof OwnSeo>;
  readonly yoast_head_json: z.output<typeof YoastSeo>;
  readonly featured_image: ContentImage | null;
};

/** A path of this site, or an https URL elsewhere; null: the page itself. */
const toCanonical = (raw: string): string | null => {
  if (raw.trim() === '') return null;
  const href = toHref(raw)?.replace(/#.*$/, '') ?? '';
  if (/^(?:\/(?!\/)|https:\/\/)/.test(href)) return href;
  warnOnce(`canonical ${raw}`, { canonical: raw }, 'ignoring an unusable canonical URL');
  return null;
};

/** Whether a canonical URL is that of the item itself, which Yoast SEO writes unless an editor has entered another one. */
const isOwnPermalink = (url: string, slug: string): boolean => {
  const path = toHref(url)?.replace(/^https?:\/\/[^/]+/, '') ?? '';
  return percentDecode(path.replace(/\/$/, ''))?.endsWith(`/${slug}`) ?? false;
};

const toSharedImage = ({ url, alt, width, height }: ContentImage) => {
  const card = toCardUrl(url);
  return card === null ? { url, alt, width, height } : { url: card, alt, width: CARD_WIDTH, height: CARD_HEIGHT };
};

/**
 * The metadata of an item for search engines and shared links. For an empty text or null the page uses its default. Each
 * value comes from `seo`, which contains what an editor has entered in WordPress (there or in an SEO plugin), or else from the
 * templates of Yoast SEO; without either, the image is the featured image.
 */
export const toSeo = ({ seo, yoast_head_json: yoast, featured_image }: SeoFields, slug: string) => {
  const yoastCanonical = isOwnPermalink(yoast.canonical, slug) ? '' : yoast.canonical;
  const image = seo.image ?? yoast.image ?? featured_image;
  return {
    title: withoutSiteName(seo.title, siteName()) || yoast.title,
    description: seo.description || yoast.description,
    image: image && toSharedImage(image),
    canonical: toCanonical(seo.canonical || yoastCanonical),
    /** False: `noindex`. */
    isListed: !seo.noindex && !yoast.noindex,
  };
};

export type Seo = ReturnType<typeof toSeo>;

/** The metadata of a page that is not an item, as the plugin sends it. */
export const PageSeo = OwnSeo.transform(
  (seo): Seo => toSeo({ seo, yoast_head_json: { ...EMPTY, image: null }, featured_image: null }, ''),
);
