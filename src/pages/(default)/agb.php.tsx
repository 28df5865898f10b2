import { readPage } from '../../content/pages.ts';
import { FixedPage, toContentHead } from '../../features/content-page/content-page.tsx';

const SLUG = 'agb';
/** Shown until the page is in the CMS. */
const TITLE = 'Terms and conditions';

export default function Terms() {
  return <FixedPage slug={SLUG} fallbackTitle={TITLE} />;
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async () => toContentHead(await readPage.briefly(SLUG), TITLE);
