import { readPage } from '../../content/pages.ts';
import { FixedPage, toContentHead } from '../../features/content-page/content-page.tsx';

const SLUG = 'solutions';
/** Shown until the page is in the CMS. */
const TITLE = 'Solutions';

export default function Solutions() {
  return <FixedPage slug={SLUG} fallbackTitle={TITLE} />;
}

export const content = async () => ({ page: await readPage(SLUG) });

export const head = async () => toContentHead(await readPage.briefly(SLUG), TITLE);
