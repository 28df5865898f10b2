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
  const searchQuery = parseFaqQuery(query);
  const entries = groups.flatMap((group) => group.entries);

  return (
    <>
      {/* Structured data may describe only what the page shows, so a page with search results has none. */}
      <PageHead
        path="/faq"
        title={seo.faqpage.title || 'FAQ'}
        description={intro.description}
        seo={seo.faqpage}
        {...(searchQuery === '' && { data: faqData(entries) })}
      />
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

export const head = 'own';

/** The search. Its results bypass the response cache. */
export const parameters = { q: 'bypass' } as const;

/** For `/faq/_payload.json`, from which the search in the browser reads the questions. */
export const readContent = async () => ({ groups: await listFaqGroups() });
