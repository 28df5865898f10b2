import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listFaqGroups } from '../../content/faq.ts';
import { readFaqPage } from '../../content/faq-page.ts';
import { readSite } from '../../content/site.ts';
import { FaqIntro } from '../../features/faq/faq-intro.tsx';
import { FaqList } from '../../features/faq/faq-list.tsx';
import { parseFaqQuery } from '../../features/faq/faq-query.ts';
import type { Head } from '../../site/head.tsx';
import { faqData } from '../../site/structured-data.tsx';

type Props = { readonly query: string };

export default function FaqPage({ query }: Props) {
  return (
    <>
      <FaqIntro />
      <FaqList query={parseFaqQuery(query)} />
      <GlobalCta />
    </>
  );
}

/** The search in the browser reads the questions from `/faq/_payload.json`. */
export const content = async () => ({ groups: await listFaqGroups() });

export const head = async ({ query }: Props): Promise<Head> => {
  const [{ description }, { seo }, groups] = await Promise.all([
    readFaqPage.briefly(),
    readSite.briefly(),
    listFaqGroups.briefly(),
  ]);
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
