import 'server-only';
import { z } from 'zod';
import { group } from './acf.ts';
import { Blocks } from './blocks.ts';
import { text, textarea, toFields } from './editor-fields.ts';
import { entryFields, publicOnly, readBySlug } from './entries.ts';
import { withOffset } from './instants.ts';
import { toSafeHtml } from './safe-html.ts';
import { seoFields, toSeo } from './seo.ts';
import { defineSlugReaders } from './slug-readers.ts';

const PATH = '/wp-json/wp/v2/pages';

const Fields = z.object({
  label: text({ label: 'Label', help: 'One or two words above the title, such as “Legal”.', maxLength: 30 }),
  description: textarea({
    label: 'Description',
    help: 'What search engines show below the title. Empty: the beginning of the text.',
    maxLength: 160,
  }),
});

/** The fields of a page as `schema.json` describes them, without its blocks. */
export const PAGE_FIELDS = toFields(Fields);

const PublicPage = z
  .object({ ...entryFields, ...seoFields, acf: group(Fields.extend({ blocks: Blocks })) })
  .transform(({ id, slug, title, content, excerpt, acf: { label, description, blocks }, ...metadata }) => ({
    id,
    slug,
    title,
    label,
    /** Plain text for the description meta tag. */
    description: description || excerpt,
    body: toSafeHtml(content, { topHeading: 2 }) || null,
    blocks,
    seo: toSeo(metadata, slug),
    modified: withOffset(metadata.modified_gmt, metadata.modified),
  }));

export type Page = z.output<typeof PublicPage>;

export const PageEntry = publicOnly(PublicPage);

/**
 * `listPageSlugs` lists the slug, last change and search engine metadata of every page. `readPage` returns the page with the
 * given slug, which may be percent-encoded; null if there is none or the slug is invalid.
 */
export const {
  listSlugs: listPageSlugs,
  readItem: readPage,
  findItem: findPage,
} = defineSlugReaders({
  kind: 'page',
  collection: 'pages',
  tags: ['media'],
  path: PATH,
  read: (source, slug): Promise<Page | null> =>
    readBySlug(source, slug, { path: PATH, schema: PageEntry, kind: 'page', needsFields: true }),
});
