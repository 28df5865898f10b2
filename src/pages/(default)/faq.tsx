import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { type FaqGroup, listFaqGroups } from '../../content/faq.ts';
import { readFaqPage } from '../../content/faq-page.ts';
import { readSite } from '../../content/site.ts';
import { FaqIntro } from '../../features/faq/faq-intro.tsx';
import { FaqList } from '../../features/faq/faq-list.tsx';
import { parseFaqQuery } from '../../features/faq/faq-query.ts';
import { searchGroups } from '../../features/faq/search-groups.ts';
import type { Head } from '../../site/head.tsx';
import { faqData } from '../../site/structured-data.tsx';

type Content = { readonly groups: readonly FaqGroup[] };
type Props = { readonly query: string; readonly content: Content };

export default async function FaqPage({ query, content: { groups } }: Props) {
  const intro = await readFaqPage();
  const searchQuery = parseFaqQuery(query);

  return (
    <>
      <FaqIntro intro={intro} />
      <FaqList
        groups={groups}
        query={searchQuery}
        results={searchQuery === '' ? [] : searchGroups(groups, searchQuery)}
      />
      <GlobalCta />
    </>
  );
}

/** The search in the browser reads the questions from `/faq/_payload.json`. */
export const content = async (): Promise<Content> => ({ groups: await listFaqGroups() });

export const head = async ({ query, content: { groups } }: Props): Promise<Head> => {
  const [{ description }, { seo }] = await Promise.all([readFaqPage(), readSite()]);
  return {
    title: seo.faqpage.title || 'FAQ',
    description,
    seo: seo.faqpage,
    // Structured data may describe only what the page shows, so a page with search results has none.
    ...(parseFaqQuery(query) === '' && { data: faqData(groups.flatMap(({ entries }) => entries)) }),
  };
};

/** The search. Its results bypass the response cache. */
export const parameters = { q: 'bypass' } as const;
