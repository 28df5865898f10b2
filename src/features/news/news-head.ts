import 'server-only';
import type { Page } from '../../content/pages.ts';
import type { Head } from '../../site/head.tsx';
import type { NewsPage } from './news-page.ts';
import { toNewsQuery } from './news-query.ts';

/** The head of a page of news. Its title and canonical URL include the page number and the category. */
export const toNewsHead = (intro: Page | null, news: NewsPage): Head => {
  const query = toNewsQuery({ page: news.page, category: news.category?.slug ?? null });
  const title = [
    intro?.seo.title || (intro?.title ?? 'News'),
    news.category && `: ${news.category.name}`,
    news.page > 1 && `, page ${news.page}`,
  ];

  return {
    query,
    title: title.filter(Boolean).join(''),
    description: intro?.description,
    // An editor's canonical URL applies only to the first page of all news. Other pages have their own.
    seo: intro?.seo && { ...intro.seo, canonical: query === '' ? intro.seo.canonical : null },
  };
};
