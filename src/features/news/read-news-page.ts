import 'server-only';
import { listCategories, listPostsBySlug, listPostTitles, type Post } from '../../content/posts.ts';
import { type NewsPage, toNewsPage } from './news-page.ts';
import { parseNewsQuery } from './news-query.ts';

/** The titles on the page of news for the query of a URL; null if there is no such page. */
export const readNewsTitles = Object.assign(
  async (query: string): Promise<NewsPage | null> => {
    const [titles, categories] = await Promise.all([listPostTitles(), listCategories()]);
    return toNewsPage(titles, categories, parseNewsQuery(query));
  },
  {
    /** Null may also mean that nothing is known of the news yet. */
    briefly: async (query: string): Promise<NewsPage | null> => {
      const [titles, categories] = await Promise.all([listPostTitles.briefly(), listCategories.briefly()]);
      return toNewsPage(titles, categories, parseNewsQuery(query));
    },
  },
);

/** The page of news for the query of a URL; null if there is none. */
export const readNewsPage = async (query: string): Promise<NewsPage<Post> | null> => {
  const news = await readNewsTitles(query);
  return news && { ...news, items: await listPostsBySlug(news.items.map(({ slug }) => slug)) };
};
