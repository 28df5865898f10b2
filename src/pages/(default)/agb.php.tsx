import { readPage } from '../../content/pages.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { ContentHead } from '../../features/content-page/content-head.tsx';
import { ContentPage } from '../../features/content-page/content-page.tsx';

export default async function Terms() {
  const page = await readPage('agb');

  return (
    <>
      <ContentHead path="/agb.php" page={page} fallbackTitle="Terms and conditions" />
      <ContentPage
        page={page}
        fallbackTitle="Terms and conditions"
        headings={page?.body ? listHeadings(page.body) : []}
      />
    </>
  );
}

export const head = 'own';

export const readPayload = () => readPage('agb');
