import 'server-only';
import type { Event } from '../../content/events.ts';
import { PageHead } from '../../site/head.tsx';
import { eventData } from '../../site/structured-data.tsx';

/** The head of an event's page. */
export const EventHead = ({ event }: { readonly event: Event }) => (
  <PageHead
    path={`/events/${event.slug}`}
    title={event.title}
    ancestors={[{ path: '/events', name: 'Events' }]}
    data={eventData(event)}
    description={event.summary}
  />
);
