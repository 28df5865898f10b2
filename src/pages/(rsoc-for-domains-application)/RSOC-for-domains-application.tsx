import { readPage } from '../../content/pages.ts';
import { Application } from '../../features/rsoc-application/application.tsx';
import { ApplicationProgress } from '../../features/rsoc-application/application-progress.tsx';
import { ApplicationSent } from '../../features/rsoc-application/application-sent.tsx';
import { getSubmittedValues } from '../../framework/render/index.ts';
import { PageHead } from '../../site/head.tsx';
import { referenceIn } from '../../site/reference.ts';

export default async function RsocApplication({ query }: { readonly query: string }) {
  const reference = referenceIn(query);
  if (reference) return <ApplicationSent reference={reference} />;

  const page = await readPage('rsoc-for-domains-application');

  // An accepted form ends in a redirect, so there are submitted values only if the form was not accepted.
  const hasErrors = getSubmittedValues() !== null;

  return (
    <>
      <PageHead
        path="/RSOC-for-domains-application"
        title={`${hasErrors ? 'Error: ' : ''}${page?.seo.title || 'RSOC for domains application'}`}
        description={page?.description}
        seo={page?.seo}
      />
      <ApplicationProgress current={0} />
      <Application page={page} />
    </>
  );
}

export const head = 'own';

export const parameters = { sent: 'bypass' } as const;

/** Short, because the server measures the time to fill in the form from its rendering, and would count time in a cache, too. */
export const revalidate = 1;

export const readContent = () => readPage('rsoc-for-domains-application');
