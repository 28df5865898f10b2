import { readPage } from '../../content/pages.ts';
import { Application } from '../../features/rsoc-application/application.tsx';
import { ApplicationProgress } from '../../features/rsoc-application/application-progress.tsx';
import { ApplicationSent, RECEIVED } from '../../features/rsoc-application/application-sent.tsx';
import { toFormHead } from '../../site/form-head.ts';
import { referenceIn } from '../../site/reference.ts';

type Props = { readonly query: string };

const SLUG = 'rsoc-for-domains-application';

export default function RsocApplication({ query }: Props) {
  const reference = referenceIn(query);
  if (reference) return <ApplicationSent reference={reference} />;

  return (
    <>
      <ApplicationProgress current={0} />
      <Application slug={SLUG} />
    </>
  );
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async ({ query }: Props) => {
  const page = await readPage.briefly(SLUG);
  return toFormHead(query, {
    sent: RECEIVED,
    form: {
      title: page?.seo.title || 'RSOC for domains application',
      description: page?.description,
      seo: page?.seo,
    },
  });
};

export const parameters = { sent: 'bypass' } as const;

/** Short, because the server measures the time to fill in the form from its rendering, and would count time in a cache, too. */
export const revalidate = 1;
