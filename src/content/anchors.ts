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

/** Matches an id that is a slug, with a number if it was repeated. */
const SLUG_ID = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}-]{1,80}$/u;

/** The anchor of an editor as a slug, because any other id could shadow a global variable (DOM clobbering). */
export const toAnchorSlug = (text: string): string => (SLUG_ID.test(text) ? text : toSlug(text));

/** The fragment of a link to this site, which may name an anchor as the editor typed it: `#prices` for `#Prices`. */
export const toFragment = (hash: string): string => {
  const anchor = percentDecode(hash.slice(1)) ?? '';
  // Browsers themselves find the text of a text fragment.
  return SLUG_ID.test(anchor) || isReservedId(anchor) || anchor.includes(':~:') ? hash : `#${toSlug(anchor)}`;
};
