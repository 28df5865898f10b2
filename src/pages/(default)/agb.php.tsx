import { type Page, readPage } from '../../content/pages.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';

type Content = { readonly page: Page | null };

/** Shown until the page is in the CMS. */
const TITLE = 'Terms and conditions';

export default function Terms({ content: { page } }: { readonly content: Content }) {
  return <ContentPage page={page} fallbackTitle={TITLE} />;
}

export const content = async (): Promise<Content> => ({ page: await readPage('agb') });

export const head = ({ content: { page } }: { readonly content: Content }) => toContentHead(page, TITLE);
