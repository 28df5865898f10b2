import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { readPage } from '../../content/pages.ts';
import { listCategories, listPosts } from '../../content/posts.ts';
import { NewsHead } from '../../features/news/news-head.tsx';
import { NewsList } from '../../features/news/news-list.tsx';
import { toNewsPage } from '../../features/news/news-page.ts';
import { parseNewsQuery } from '../../features/news/news-query.ts';
import { pageNotFound } from '../../framework/render/index.ts';

export default async function News({ query }: { readonly query: string }) {
  const [intro, posts, categories] = await Promise.all([readPage('news'), listPosts(), listCategories()]);
  const news = toNewsPage(posts, categories, parseNewsQuery(query)) ?? pageNotFound();

  return (
    <>
      <NewsHead intro={intro} news={news} />
      <PageOpening page={intro} fallbackTitle="News" />
      <NewsList news={news} categories={categories} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

export const exists = async ({ query }: { readonly query: string }) => {
  const [posts, categories] = await Promise.all([listPosts(), listCategories()]);
  return toNewsPage(posts, categories, parseNewsQuery(query)) !== null;
};

export const parameters = { category: 'cache', page: 'cache' } as const;

export const readContent = async () => ({ posts: await listPosts() });
