import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';
import type { NewsPage } from './news-page.ts';

/** The title tells the pages and the categories apart. */
export const NewsHead = ({ intro, news }: { readonly intro: Page | null; readonly news: NewsPage }) => {
  const title = [
    intro?.title ?? 'News',
    news.category && `: ${news.category.name}`,
    news.page > 1 && `, page ${news.page}`,
  ];

  return (
    <PageHead
      path="/news"
      title={title.filter(Boolean).join('')}
      {...(intro?.description && { description: intro.description })}
    />
  );
};
