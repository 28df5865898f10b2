import { readPage } from '../../content/pages.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';

export default async function Terms() {
  const page = await readPage('agb');

  return <ContentPage path="/agb.php" page={page} fallbackTitle="Terms and conditions" />;
}

export const head = 'own';

export const readContent = () => readPage('agb');
