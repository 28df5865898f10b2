import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../../blocks/web-blocks/page-opening.tsx';
import { listEvents } from '../../../content/events.ts';
import { readPage } from '../../../content/pages.ts';
import { EventList } from '../../../features/events/event-list.tsx';
import { PageHead } from '../../../site/head.tsx';

export default async function Events() {
  const [intro, events] = await Promise.all([readPage('events'), listEvents()]);

  return (
    <>
      <PageHead
        path="/events"
        title={intro?.seo.title || (intro?.title ?? 'Events')}
        description={intro?.description}
        seo={intro?.seo}
      />
      <PageOpening page={intro} fallbackTitle="Events" />
      <EventList events={events} now={new Date().toISOString()} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

export const readContent = async () => ({ events: await listEvents() });
