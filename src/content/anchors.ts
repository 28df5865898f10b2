import 'server-only';

/** The ids that the site itself uses on pages with headings or anchors of the content. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'answer apply content contents cookies cookies-title error form gallery global-cta hero page-title people related-news ' +
    'site-menu write'
  ).split(' '),
);

/** Prefixes of the ids that the site makes from a name or a number. */
const RESERVED_PREFIXES = ['block-', 'controls-', 'cookie-box', 'f-', 'faq-', 'picture-', 'step-', 'topic-'];

/** Whether an element of the site itself may have this id. */
export const isReservedId = (id: string): boolean =>
  RESERVED.has(id) || RESERVED_PREFIXES.some((prefix) => id.startsWith(prefix));

/** An id for an element of the content: its slug, or `section-{slug}` where the site itself could use that. */
export const toContentId = (slug: string): string => (isReservedId(slug) ? `section-${slug}` : slug);
