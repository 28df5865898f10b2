import 'server-only';

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
