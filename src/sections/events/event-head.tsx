import 'server-only';
import type { Event } from '../../content/events.ts';
import { PageHead } from '../../site/head.tsx';

/** The head of an event's page. */
export const EventHead = ({ event }: { readonly event: Event }) => (
  <PageHead path={`/events/${event.slug}`} title={event.title} {...(event.summary && { description: event.summary })} />
);
