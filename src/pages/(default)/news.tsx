import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { readPage } from '../../content/pages.ts';
import { listCategories, listPostsBySlug, listPostTitles, type Post } from '../../content/posts.ts';
import { toNewsHead } from '../../features/news/news-head.ts';
import { NewsList } from '../../features/news/news-list.tsx';
import { type NewsPage, toNewsPage } from '../../features/news/news-page.ts';
import { parseNewsQuery } from '../../features/news/news-query.ts';

type Content = NewsPage<Post>;
type Props = { readonly content: Content };

export default async function News({ content: news }: Props) {
  const [intro, categories] = await Promise.all([readPage('news'), listCategories()]);

  return (
    <>
      <PageOpening page={intro} fallbackTitle="News" />
      <NewsList news={news} categories={categories} />
      <GlobalCta />
    </>
  );
}

export const content = async ({ query }: { readonly query: string }): Promise<Content | null> => {
  const [titles, categories] = await Promise.all([listPostTitles(), listCategories()]);
  const news = toNewsPage(titles, categories, parseNewsQuery(query));
  return news && { ...news, items: await listPostsBySlug(news.items.map(({ slug }) => slug)) };
};

export const head = async ({ content: news }: Props) => toNewsHead(await readPage('news'), news);

export const parameters = { category: 'cache', page: 'cache' } as const;
