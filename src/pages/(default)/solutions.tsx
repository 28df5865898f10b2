import { readPage } from '../../content/pages.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';

export default async function Solutions() {
  const page = await readPage('solutions');

  return <ContentPage path="/solutions" page={page} fallbackTitle="Solutions" />;
}

export const head = 'own';

export const readContent = () => readPage('solutions');
