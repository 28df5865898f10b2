import 'server-only';
import type { Thing } from 'schema-dts';
import type { Event } from '../../content/events.ts';
import type { Head } from '../../site/head.tsx';
import { organization } from '../../site/structured-data.tsx';
import { toSiteUrl } from '../../site/urls.ts';

/** Structured data of an event that people attend in person. */
export const eventData = (event: Event): Thing => ({
  '@type': 'Event',
  name: event.title,
  description: event.summary,
  startDate: event.startsAt,
  endDate: event.endsAt,
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  eventStatus: 'https://schema.org/EventScheduled',
  url: toSiteUrl(`/events/${event.slug}`),
  ...(event.url ? { sameAs: event.url } : {}),
  location: {
    '@type': 'Place',
    name: event.venue || event.city || event.country,
    address: {
      '@type': 'PostalAddress',
      ...(event.city && { addressLocality: event.city }),
      ...(event.country && { addressCountry: event.country }),
    },
  },
  organizer: organization,
});

/** What the heads of all events have in common. */
export const EVENT_HEAD = { ancestors: [{ path: '/events', name: 'Events' }] } as const satisfies Head;

/** The head of an event's page. */
export const toEventHead = (event: Event): Head => ({
  ...EVENT_HEAD,
  title: event.seo.title || event.title,
  description: event.summary,
  seo: event.seo,
});
