import 'server-only';
import { percentDecode, toSlug } from './slugs.ts';

/** Ids of the site's own markup. Headings and anchors of content on the same page must not repeat them. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'answer apply content contents cookies cookies-title error form found-pages gallery global-cta hero hydration page-title people ' +
    'programme related-news site-menu write'
  ).split(' '),
);

/** Prefixes of element ids that the site generates from a name or a number. */
const RESERVED_PREFIXES = ['block-', 'cookie-box', 'f-', 'faq-', 'picture-', 'step-', 'topic-'];

/** Whether the site's own markup may use this id. */
export const isReservedId = (id: string): boolean =>
  RESERVED.has(id) || RESERVED_PREFIXES.some((prefix) => id.startsWith(prefix));

/** The id of an element of the content: its slug, or `section-{slug}` if the slug is reserved. */
export const toContentId = (slug: string): string => (isReservedId(slug) ? `section-${slug}` : slug);

/** Matches an id that is a slug, after the slug of its section, and with a number if it was repeated. */
const SLUG_ID = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}-]{1,150}$/u;

/** The anchor of an editor as a slug, because any other id could shadow a global variable (DOM clobbering). */
export const toAnchorSlug = (text: string): string => (SLUG_ID.test(text) ? text : toSlug(text));

/** The fragment of a link to this site, which may name an anchor as the editor typed it: `#prices` for `#Prices`. */
export const toFragment = (hash: string): string => {
  const anchor = percentDecode(hash.slice(1)) ?? '';
  // Others are no anchors: text fragments, parameters such as the page of a PDF file in `#page=2`, and routes of applications.
  return SLUG_ID.test(anchor) || isReservedId(anchor) || /:~:|=|^\//.test(anchor)
    ? hash
    : `#${encodeURIComponent(toSlug(anchor))}`;
};
