import type { Category, PostTitle } from '../../content/posts.ts';
import type { NewsQuery } from './news-query.ts';

const PAGE_SIZE = 4;

export type NewsPage<Item = PostTitle> = {
  readonly items: readonly Item[];
  readonly page: number;
  /** At least 1: an empty list has one empty page. */
  readonly pages: number;
  readonly category: Category | null;
};

/** The first page of all news, as long as nothing is known of them. */
export const FIRST_NEWS_PAGE: NewsPage = { items: [], page: 1, pages: 1, category: null };

/** The posts for a query. Null if its category or page does not exist. */
export const toNewsPage = (
  posts: readonly PostTitle[],
  categories: readonly Category[],
  query: NewsQuery | null,
): NewsPage | null => {
  if (query === null) return null;
  const wanted = query.category ?? '';
  const category =
    categories.find(({ slug }) => slug === wanted) ??
    categories.find(({ oldSlugs }) => oldSlugs.includes(wanted)) ??
    null;
  if (query.category !== null && category === null) return null;
  const matching = category
    ? posts.filter((post) => post.categories.some(({ slug }) => slug === category.slug))
    : posts;
  const { page } = query;
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE));
  return page > pages
    ? null
    : { items: matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages, category };
};

/** At most `count` other posts: first those that share a category with this one, then the rest, each group in the given order. */
export const relatedPosts = (post: PostTitle, posts: readonly PostTitle[], count = 3): readonly PostTitle[] => {
  const own = new Set(post.categories.map(({ slug }) => slug));
  const others = posts.filter(({ id }) => id !== post.id);
  const isRelated = ({ categories }: PostTitle) => categories.some(({ slug }) => own.has(slug));
  return [...others.filter(isRelated), ...others.filter((other) => !isRelated(other))].slice(0, count);
};
