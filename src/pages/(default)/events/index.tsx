import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../../blocks/web-blocks/page-opening.tsx';
import { listEvents } from '../../../content/events.ts';
import { readPage } from '../../../content/pages.ts';
import { ContentHead } from '../../../features/content-page/content-head.tsx';
import { EventList } from '../../../features/events/event-list.tsx';
import { toSitePath } from '../../../site/urls.ts';

export default async function Events() {
  const [intro, events] = await Promise.all([readPage('events'), listEvents()]);

  return (
    <>
      <ContentHead path="/events" page={intro} fallbackTitle="Events" />
      <PageOpening page={intro} fallbackTitle="Events" />
      <EventList events={events} now={new Date().toISOString()} />
      <GlobalCta contactHref={toSitePath('/contact')} applicationHref={toSitePath('/RSOC-for-domains-application')} />
    </>
  );
}

export const head = 'own';

export const readPayload = async () => ({ events: await listEvents() });
