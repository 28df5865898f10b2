import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listFaqGroups } from '../../content/faq.ts';
import { readFaqPage } from '../../content/faq-page.ts';
import { readSite } from '../../content/site.ts';
import { FaqIntro } from '../../features/faq/faq-intro.tsx';
import { FaqList } from '../../features/faq/faq-list.tsx';
import { parseFaqQuery } from '../../features/faq/faq-query.ts';
import type { Head } from '../../site/head.tsx';

export default function FaqPage({ query }: { readonly query: string }) {
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

export const head = async (): Promise<Head> => {
  const [{ description }, { seo }] = await Promise.all([readFaqPage.briefly(), readSite.briefly()]);
  return { title: seo.faqpage.title || 'FAQ', description, seo: seo.faqpage };
};

/** The search. Its results bypass the response cache. */
export const parameters = { q: 'bypass' } as const;
