import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { listEvents } from '../../../content/events.ts';
import { readPage } from '../../../content/pages.ts';
import { FixedOpening, toContentHead } from '../../../features/content-page/content-page.tsx';
import { EventList } from '../../../features/events/event-list.tsx';

export default function Events() {
  return (
    <>
      <FixedOpening slug="events" fallbackTitle="Events" />
      <EventList />
      <GlobalCta />
    </>
  );
}

export const content = async () => ({ events: await listEvents() });

export const head = async () => toContentHead(await readPage.briefly('events'), 'Events');
