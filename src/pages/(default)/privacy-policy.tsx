import { type Page, readPage } from '../../content/pages.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { CookieChoice } from '../../features/cookie-consent/cookie-choice.tsx';

type Content = { readonly page: Page | null };

/** Shown until the page is in the CMS. */
const TITLE = 'Privacy policy';

export default function PrivacyPolicy({ content: { page } }: { readonly content: Content }) {
  return (
    <>
      <ContentPage page={page} fallbackTitle={TITLE} />
      <CookieChoice />
    </>
  );
}

export const content = async (): Promise<Content> => ({ page: await readPage('privacy-policy') });

export const head = ({ content: { page } }: { readonly content: Content }) => toContentHead(page, TITLE);
