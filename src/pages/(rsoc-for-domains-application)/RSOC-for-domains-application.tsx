import { readPage } from '../../content/pages.ts';
import { Application } from '../../sections/application/application.tsx';
import { PageHead } from '../../site/head.tsx';

export default async function RsocApplication() {
  const page = await readPage('rsoc-for-domains-application');

  return (
    <>
      <PageHead
        path="/RSOC-for-domains-application"
        title="RSOC for domains application"
        {...(page?.description && { description: page.description })}
      />
      <Application page={page} />
    </>
  );
}

export const readPayload = () => readPage('rsoc-for-domains-application');
