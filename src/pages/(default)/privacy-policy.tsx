import { readPage } from '../../content/pages.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { ContentHead } from '../../features/content-page/content-head.tsx';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { CookieChoice } from '../../features/cookie-consent/cookie-choice.tsx';

export default async function PrivacyPolicy() {
  const page = await readPage('privacy-policy');

  return (
    <>
      <ContentHead path="/privacy-policy" page={page} fallbackTitle="Privacy policy" />
      <ContentPage page={page} fallbackTitle="Privacy policy" headings={page?.body ? listHeadings(page.body) : []} />
      <CookieChoice />
    </>
  );
}

export const head = 'own';

export const readPayload = () => readPage('privacy-policy');
