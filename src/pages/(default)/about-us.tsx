import { readPage } from '../../content/pages.ts';
import { ContentHead } from '../../features/content-page/content-head.tsx';
import { ContentPage } from '../../features/content-page/content-page.tsx';

export default async function AboutUs() {
  const page = await readPage('about-us');

  return (
    <>
      <ContentHead path="/about-us" page={page} fallbackTitle="About us" />
      <ContentPage page={page} fallbackTitle="About us" />
    </>
  );
}

export const head = 'own';

export const readPayload = () => readPage('about-us');
