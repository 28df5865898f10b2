import { readPage } from '../../content/pages.ts';
import { FixedPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { CookieChoice } from '../../features/cookie-consent/cookie-choice.tsx';

const SLUG = 'privacy-policy';
/** Shown until the page is in the CMS. */
const TITLE = 'Privacy policy';

export default function PrivacyPolicy() {
  return (
    <>
      <FixedPage slug={SLUG} fallbackTitle={TITLE} />
      <CookieChoice />
    </>
  );
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async () => toContentHead(await readPage.briefly(SLUG), TITLE);
