import 'server-only';
import { z } from 'zod';
import { group, PlainText } from './acf.ts';
import { Blocks } from './blocks.ts';
import { entryFields, publicOnly, readBySlug } from './entries.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';
import { defineListedReader, defineSlugList } from './slug-list.ts';

const PATH = '/wp-json/wp/v2/pages';

const PublicPage = z
  .object({ ...entryFields, acf: group(z.object({ label: PlainText, description: PlainText, blocks: Blocks })) })
  .transform(({ id, slug, title, content, excerpt, modified_gmt, acf: { label, description, blocks } }) => ({
    id,
    slug,
    title,
    label,
    /** Plain text for the description meta tag. */
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
    readBySlug(source, slug, { path: PATH, schema: PageEntry, kind: 'page', needsFields: true }),
});

/** The slug and time of last change of every page. */
export const listPageSlugs = defineSlugList('page', 'pages', PATH);

/** The page with this slug, which may be percent-encoded; null if there is none or the slug is invalid. */
export const readPage = defineListedReader(listPageSlugs, readPageBySlug);
