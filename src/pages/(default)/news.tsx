import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { readPage } from '../../content/pages.ts';
import { listCategories, listPosts, listPostsBySlug, listPostTitles } from '../../content/posts.ts';
import { NewsHead } from '../../features/news/news-head.tsx';
import { NewsList } from '../../features/news/news-list.tsx';
import { toNewsPage } from '../../features/news/news-page.ts';
import { parseNewsQuery } from '../../features/news/news-query.ts';
import { pageNotFound } from '../../framework/render/index.ts';

export default async function News({ query }: { readonly query: string }) {
  const [intro, titles, categories] = await Promise.all([readPage('news'), listPostTitles(), listCategories()]);
  const news = toNewsPage(titles, categories, parseNewsQuery(query)) ?? pageNotFound();
  const items = await listPostsBySlug(news.items.map(({ slug }) => slug));

  return (
    <>
      <NewsHead intro={intro} news={news} />
      <PageOpening page={intro} fallbackTitle="News" />
      <NewsList news={{ ...news, items }} categories={categories} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

export const exists = async ({ query }: { readonly query: string }) => {
  const [titles, categories] = await Promise.all([listPostTitles(), listCategories()]);
  return toNewsPage(titles, categories, parseNewsQuery(query)) !== null;
};

export const parameters = { category: 'cache', page: 'cache' } as const;

export const readContent = async () => ({ posts: await listPosts() });
