import 'server-only';
import { z } from 'zod';
import { group } from './acf.ts';
import { fieldGroup, image, text, toFields } from './editor-fields.ts';
import { entryFields, publicOnly, readAllItems, readBySlug, toLead } from './entries.ts';
import { withOffset } from './instants.ts';
import { toItemTags } from './item-tags.ts';
import { BRIEFLY, defineReader, type ReadOptions } from './reader.ts';
import { toPlainText, toSafeHtml } from './safe-html.ts';
import { seoFields, toSeo } from './seo.ts';
import { defineSlugReaders } from './slug-readers.ts';
import { percentDecode } from './slugs.ts';
import type { ContentSource } from './source.ts';

const PATH = '/wp-json/wp/v2/posts';

const Slug = z.string().transform((slug) => percentDecode(slug) ?? slug);

const Category = z
  .object({
    id: z.number().int(),
    slug: Slug,
    name: z.string(),
    count: z.number().int().default(0),
    old_slugs: z.array(Slug).default([]),
  })
  .transform(({ name, old_slugs: oldSlugs, ...category }) => ({ ...category, name: toPlainText(name), oldSlugs }));

/** `count` is the number of posts in the category. */
export type Category = z.output<typeof Category>;

const Author = z
  .object({ name: text({ label: 'Name', maxLength: 60 }), role: text({ label: 'Role', maxLength: 80 }) })
  .transform(({ name, role }) => (name === '' ? null : { name, role }));

const Fields = z.object({
  author: fieldGroup(Author, { label: 'Author', help: 'Shown below the title. Empty: no author.' }),
  image: image({
    label: 'Picture',
    help: 'Shown above the text and in lists, at least 1200 pixels wide.',
    minWidth: 1200,
  }),
});

/** The fields of a post as `schema.json` describes them. */
export const POST_FIELDS = toFields(Fields);

type WordPressDates = Readonly<Record<'date' | 'date_gmt' | 'modified' | 'modified_gmt', string>>;

/**
 * ISO strings with the UTC offset of WordPress. WordPress publishes a scheduled post without changing it: it is modified when it appears, or
 * feed readers and search engines would take it for an older one.
 */
const toDates = (post: WordPressDates) => {
  const date = withOffset(post.date_gmt, post.date);
  return { date, modified: post.modified_gmt < post.date_gmt ? date : withOffset(post.modified_gmt, post.modified) };
};

const PublicPost = z
  .object({
    ...entryFields,
    ...seoFields,
    categories: z.array(z.number().int()).default([]),
    acf: group(Fields),
  })
  .transform(({ id, slug, title, categories, content, excerpt, acf, ...metadata }) => ({
    id,
    slug,
    title,
    categories,
    summary: excerpt,
    /** The summary above the text; empty if it repeats the text. */
    lead: toLead(excerpt, content),
    body: toSafeHtml(content, { topHeading: 2 }),
    ...toDates(metadata),
    ...acf,
    image: acf.image ?? metadata.featured_image,
    seo: toSeo(metadata, slug),
  }));

export const PostEntry = publicOnly(PublicPost);

const withCategories = (post: z.output<typeof PublicPost>, all: readonly Category[]) => ({
  ...post,
  categories: all.filter(({ id }) => post.categories.includes(id)).map(({ slug, name }) => ({ slug, name })),
});

export type Post = ReturnType<typeof withCategories>;

/** Newest first. Compares instants, because the offsets of two dates may differ. */
const byDate = (a: Post, b: Post): number => Date.parse(b.date) - Date.parse(a.date);

const readCategories = (source: ContentSource): Promise<Category[]> =>
  readAllItems(source, { path: '/wp-json/wp/v2/categories', query: {}, schema: Category, kind: 'category' });

/** All posts, newest first. */
export const listPosts = defineReader({
  name: 'posts',
  tags: ['posts', 'categories', 'media'],
  read: async (source): Promise<Post[]> => {
    const [posts, categories] = await Promise.all([
      readAllItems(source, { path: PATH, query: {}, schema: PostEntry, kind: 'post' }),
      readCategories(source),
    ]);
    return posts.map((post) => withCategories(post, categories)).toSorted(byDate);
  },
  items: { kind: 'post', keysOf: (posts) => posts.map(({ slug }) => slug) },
});

/** What WordPress sends the tag `posts` for when it changes. Pages that show nothing else of a post are not purged with the post. */
export type PostTitle = Pick<Post, 'id' | 'slug' | 'title' | 'date' | 'categories'>;

const readTitles = async (options: ReadOptions): Promise<readonly PostTitle[]> => {
  const posts = await listPosts.with({ ...options, tags: ['posts', 'categories'] });
  return posts.map(({ id, slug, title, date, categories }) => ({ id, slug, title, date, categories }));
};

/** The titles of all posts, newest first. */
export const listPostTitles = Object.assign(() => readTitles({}), { briefly: () => readTitles(BRIEFLY) });

/** The posts with these slugs, newest first. A page that shows them is not purged with other posts. */
export const listPostsBySlug = async (slugs: readonly string[]): Promise<readonly Post[]> => {
  const posts = await listPosts.with({ tags: [...toItemTags('post', slugs), 'categories', 'media'] });
  return posts.filter(({ slug }) => slugs.includes(slug));
};

/** The post with this slug, which may be percent-encoded; null if there is none or the slug is invalid. */
export const { readItem: readPost, findItem: findPost } = defineSlugReaders({
  kind: 'post',
  collection: 'posts',
  tags: ['categories', 'media'],
  path: PATH,
  read: async (source, slug): Promise<Post | null> => {
    const [post, categories] = await Promise.all([
      readBySlug(source, slug, { path: PATH, schema: PostEntry, kind: 'post' }),
      readCategories(source),
    ]);
    return post && withCategories(post, categories);
  },
});

/** All categories, sorted by name. Their counts change with the list of posts. */
export const listCategories = defineReader({
  name: 'categories',
  tags: ['categories', 'posts'],
  read: readCategories,
});
