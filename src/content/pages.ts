import 'server-only';
import { z } from 'zod';
import { group, PlainText } from './acf.ts';
import { Blocks } from './blocks.ts';
import { entryFields, publicOnly, readBySlug, requireAllItems } from './entries.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';
import { decodeSlug, isSlug } from './slugs.ts';

const PATH = '/wp-json/wp/v2/pages';

const PublicPage = z
  .object({ ...entryFields, acf: group(z.object({ label: PlainText, description: PlainText, blocks: Blocks })) })
  .transform(({ id, slug, title, content, excerpt, modified_gmt, acf: { label, description, blocks } }) => ({
    id,
    slug,
    title,
    label,
    /** Plain text for the head of the page. */
    description: description || excerpt,
    body: toSafeHtml(content, { topHeading: 2 }) || null,
    blocks,
    modified: modified_gmt,
  }));

export type Page = z.output<typeof PublicPage>;

const PageEntry = publicOnly(PublicPage);

const readPageBySlug = defineReader({
  name: 'page',
  tags: (slug: string) => ['pages', `page:${slug}`],
  read: (source, slug: string): Promise<Page | null> =>
    readBySlug(source, slug, { path: PATH, schema: PageEntry, kind: 'page' }),
});

/** The page of a slug, which may be percent-encoded; null where there is none or the text cannot be a slug. */
export const readPage = async (slug: string): Promise<Page | null> =>
  isSlug(slug) ? readPageBySlug(decodeSlug(slug) ?? slug) : null;

const PageSlug = publicOnly(
  z
    .object({ id: entryFields.id, slug: entryFields.slug, modified_gmt: entryFields.modified_gmt })
    .transform(({ id, slug, modified_gmt }) => ({ id, slug, modified: modified_gmt })),
);

/** Every page's slug and the instant of its last change, for the sitemap. */
export const listPageSlugs = defineReader({
  name: 'page slugs',
  tags: ['pages'],
  read: async (source): Promise<{ slug: string; modified: string }[]> => {
    const pages = await requireAllItems(source, { path: PATH, query: {}, schema: PageSlug, kind: 'page' });
    return pages.map(({ slug, modified }) => ({ slug, modified }));
  },
});
