import { readPage } from '../../content/pages.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';

export default async function AboutUs() {
  const page = await readPage('about-us');

  return <ContentPage path="/about-us" page={page} fallbackTitle="About us" />;
}

export const head = 'own';

export const readContent = () => readPage('about-us');
