import type { Category, Post } from '../../content/posts.ts';
import type { NewsQuery } from './news-query.ts';
import { type PageOf, toPageOf } from './paging.ts';

const PAGE_SIZE = 4;

export type NewsPage = PageOf<Post> & { readonly category: Category | null };

/** The posts that a query asks for. Null where it names a category or a page that does not exist. */
export const toNewsPage = (
  posts: readonly Post[],
  categories: readonly Category[],
  query: NewsQuery | null,
): NewsPage | null => {
  if (query === null) return null;
  const category = categories.find(({ slug }) => slug === query.category) ?? null;
  if (query.category !== null && category === null) return null;
  const chosen = category ? posts.filter((post) => post.categories.some(({ slug }) => slug === category.slug)) : posts;
  const page = toPageOf(chosen, query.page, PAGE_SIZE);
  return page && { ...page, category };
};

/** What to read next: posts that share a category, then the others; in their order, without the post itself. */
export const relatedPosts = (post: Post, posts: readonly Post[], count = 3): readonly Post[] => {
  const own = new Set(post.categories.map(({ slug }) => slug));
  const others = posts.filter(({ id }) => id !== post.id);
  const isNear = ({ categories }: Post) => categories.some(({ slug }) => own.has(slug));
  return [...others.filter(isNear), ...others.filter((other) => !isNear(other))].slice(0, count);
};
