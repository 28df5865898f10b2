import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { readPage } from '../../content/pages.ts';
import { FixedOpening } from '../../features/content-page/content-page.tsx';
import { toNewsHead } from '../../features/news/news-head.ts';
import { NewsList } from '../../features/news/news-list.tsx';
import { FIRST_NEWS_PAGE } from '../../features/news/news-page.ts';
import { readNewsPage, readNewsTitles } from '../../features/news/read-news-page.ts';

type Props = { readonly query: string };

export default function News({ query }: Props) {
  return (
    <>
      <FixedOpening slug="news" fallbackTitle="News" />
      <NewsList query={query} />
      <GlobalCta />
    </>
  );
}

export const content = ({ query }: Props) => readNewsPage(query);

/** There is always a first page of all news. */
export const exists = async ({ query }: Props) => query === '' || (await readNewsTitles(query)) !== null;

export const head = async ({ query }: Props) => {
  // The first byte of any other page waits for the titles, since they decide whether it exists.
  const readTitles = query === '' ? readNewsTitles.briefly : readNewsTitles;
  const [intro, news] = await Promise.all([readPage.briefly('news'), readTitles(query)]);
  return toNewsHead(intro, news ?? FIRST_NEWS_PAGE);
};

export const parameters = { category: 'cache', page: 'cache' } as const;
