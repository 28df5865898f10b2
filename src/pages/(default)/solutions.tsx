import { readPage } from '../../content/pages.ts';
import { ContentHead } from '../../features/content-page/content-head.tsx';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { LaneIndex } from '../../features/content-page/lane-index.tsx';

export default async function Solutions() {
  const page = await readPage('solutions');

  return (
    <>
      <ContentHead path="/solutions" page={page} fallbackTitle="Solutions" />
      <ContentPage page={page} fallbackTitle="Solutions">
        <LaneIndex page={page} />
      </ContentPage>
    </>
  );
}

export const head = 'own';

export const readPayload = () => readPage('solutions');
