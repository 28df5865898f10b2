import { type Page, readPage } from '../../content/pages.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';

type Content = { readonly page: Page | null };

/** Shown until the page is in the CMS. */
const TITLE = 'About us';

export default function AboutUs({ content: { page } }: { readonly content: Content }) {
  return <ContentPage page={page} fallbackTitle={TITLE} />;
}

export const content = async (): Promise<Content> => ({ page: await readPage('about-us') });

export const head = ({ content: { page } }: { readonly content: Content }) => toContentHead(page, TITLE);
