import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listFaqGroups } from '../../content/faq.ts';
import { readFaqPage } from '../../content/faq-page.ts';
import { readSite } from '../../content/site.ts';
import { FaqIntro } from '../../features/faq/faq-intro.tsx';
import { FaqList } from '../../features/faq/faq-list.tsx';
import { parseFaqQuery } from '../../features/faq/faq-query.ts';
import { searchGroups } from '../../features/faq/search-groups.ts';
import { PageHead } from '../../site/head.tsx';
import { faqData } from '../../site/structured-data.tsx';

export default async function FaqPage({ query }: { readonly query: string }) {
  const [intro, groups, { seo }] = await Promise.all([readFaqPage(), listFaqGroups(), readSite()]);
  const text = parseFaqQuery(query);
  const entries = groups.flatMap((group) => group.entries);

  return (
    <>
      {/* Structured data may describe only what the page shows, so a page with search results has none. */}
      <PageHead
        path="/faq"
        title={seo.faqpage.title || 'FAQ'}
        description={intro.description}
        seo={seo.faqpage}
        {...(text === '' && { data: faqData(entries) })}
      />
      <FaqIntro intro={intro} />
      <FaqList groups={groups} query={text} results={text === '' ? [] : searchGroups(groups, text)} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

export const parameters = { q: 'bypass' } as const;

export const readPayload = async () => ({ groups: await listFaqGroups() });
