import { readPage } from '../../content/pages.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { CookieChoice } from '../../features/cookie-consent/cookie-choice.tsx';

export default async function PrivacyPolicy() {
  const page = await readPage('privacy-policy');

  return (
    <>
      <ContentPage path="/privacy-policy" page={page} fallbackTitle="Privacy policy" />
      <CookieChoice />
    </>
  );
}

export const head = 'own';

export const readContent = () => readPage('privacy-policy');
