import type { Category, Post } from '../../content/posts.ts';
import type { NewsQuery } from './news-query.ts';
import { type PageOf, toPageOf } from './paging.ts';

const PAGE_SIZE = 4;

export type NewsPage = PageOf<Post> & { readonly category: Category | null };

/** The posts for a query. Null if its category or page does not exist. */
export const toNewsPage = (
  posts: readonly Post[],
  categories: readonly Category[],
  query: NewsQuery | null,
): NewsPage | null => {
  if (query === null) return null;
  const category = categories.find(({ slug }) => slug === query.category) ?? null;
  if (query.category !== null && category === null) return null;
  const matching = category
    ? posts.filter((post) => post.categories.some(({ slug }) => slug === category.slug))
    : posts;
  const page = toPageOf(matching, query.page, PAGE_SIZE);
  return page && { ...page, category };
};

/** Related posts: those that share a category, then the others, each in their order and without the post itself. */
export const relatedPosts = (post: Post, posts: readonly Post[], count = 3): readonly Post[] => {
  const own = new Set(post.categories.map(({ slug }) => slug));
  const others = posts.filter(({ id }) => id !== post.id);
  const isRelated = ({ categories }: Post) => categories.some(({ slug }) => own.has(slug));
  return [...others.filter(isRelated), ...others.filter((other) => !isRelated(other))].slice(0, count);
};
