import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { PageOpening } from '../../../blocks/web-blocks/page-opening.tsx';
import { type Event, listEvents } from '../../../content/events.ts';
import { readPage } from '../../../content/pages.ts';
import { toContentHead } from '../../../features/content-page/content-page.tsx';
import { EventList } from '../../../features/events/event-list.tsx';

type Content = { readonly events: readonly Event[] };

export default async function Events({ content: { events } }: { readonly content: Content }) {
  return (
    <>
      <PageOpening page={await readPage('events')} fallbackTitle="Events" />
      <EventList events={events} now={new Date().toISOString()} />
      <GlobalCta />
    </>
  );
}

export const content = async (): Promise<Content> => ({ events: await listEvents() });

export const head = async () => toContentHead(await readPage('events'), 'Events');
