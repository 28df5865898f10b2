import { describe, expect, test } from 'vitest';
import type { PostTitle } from '../../../../src/content/posts.ts';
import { relatedPosts, toNewsPage } from '../../../../src/features/news/news-page.ts';

const post = (id: number, ...categories: readonly string[]): PostTitle => ({
  id,
  slug: `post-${id}`,
  title: `Post ${id}`,
  date: `2026-01-0${id}T09:00:00.000Z`,
  categories: categories.map((slug) => ({ slug, name: slug })),
});

const categories = ['feeds', 'payouts'].map((slug, index) => ({
  id: index,
  slug,
  name: slug,
  count: 1,
  oldSlugs: [`old-${slug}`, 'payouts'],
}));
const posts = [post(6, 'feeds'), post(5, 'payouts'), post(4, 'feeds'), post(3), post(2, 'payouts'), post(1, 'payouts')];
const ids = (all: readonly PostTitle[] | undefined) => all?.map(({ id }) => id);

describe('a page of news', () => {
  test('six posts are two pages of at most four', () => {
    const [first, second] = [1, 2].map((page) => toNewsPage(posts, categories, { page, category: null }));

    expect(ids(first?.items)).toEqual([6, 5, 4, 3]);
    expect(ids(second?.items)).toEqual([2, 1]);
    expect([first, second]).toMatchObject([
      { page: 1, pages: 2 },
      { page: 2, pages: 2 },
    ]);
  });

  test('an empty list has one empty page', () => {
    expect(toNewsPage([], [], { page: 1, category: null })).toEqual({ items: [], page: 1, pages: 1, category: null });
    expect(toNewsPage([], [], { page: 2, category: null })).toBeNull();
  });

  test('a category is found by its old slugs, too, unless another one has the slug now', () => {
    const read = (category: string) => toNewsPage(posts, categories, { page: 1, category });

    expect(read('old-feeds')).toEqual(read('feeds'));
    expect(ids(read('payouts')?.items)).toEqual([5, 2, 1]);
  });

  test('an unknown category, a page beyond the last and an invalid query result in null', () => {
    expect(toNewsPage(posts, categories, { page: 1, category: 'nothing' })).toBeNull();
    expect(toNewsPage(posts, categories, { page: 3, category: null })).toBeNull();
    expect(toNewsPage(posts, categories, { page: 2, category: 'feeds' })).toBeNull();
    expect(toNewsPage(posts, categories, null)).toBeNull();
  });
});

describe('related posts', () => {
  test('posts of the same category come first, then the newest, without the post itself', () => {
    expect(ids(relatedPosts(post(1, 'payouts'), posts))).toEqual([5, 2, 6]);
    expect(ids(relatedPosts(post(3), posts))).toEqual([6, 5, 4]);
  });
});
