import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listFaqGroups } from '../../content/faq-groups.ts';
import { readFaqPage } from '../../content/faq-page.ts';
import { createFaqSearch } from '../../islands/faq-search/search.ts';
import { FaqIntro } from '../../sections/faq/faq-intro.tsx';
import { FaqList } from '../../sections/faq/faq-list.tsx';
import { PageHead } from '../../site/head.tsx';
import { faqData } from '../../site/structured-data.tsx';
import { toSitePath } from '../../site/urls.ts';

const MAX_QUERY_LENGTH = 200;

const searchedText = (query: string): string =>
  (new URLSearchParams(query).get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);

export default async function FaqPage({ query }: { readonly query: string }) {
  const [intro, groups] = await Promise.all([readFaqPage(), listFaqGroups()]);
  const text = searchedText(query);
  const entries = groups.flatMap((group) => group.entries);
  const search = createFaqSearch(entries);

  return (
    <>
      <PageHead path="/faq" title="FAQ" data={faqData(entries)} />
      <FaqIntro intro={intro} />
      <FaqList groups={groups} query={text} results={text === '' ? [] : search(text)} />
      <GlobalCta contactHref={toSitePath('/contact')} applicationHref={toSitePath('/RSOC-for-domains-application')} />
    </>
  );
}

export const parameters = { q: 'any' } as const;

export const readPayload = async () => ({ groups: await listFaqGroups() });
