import 'server-only';
import type { Place, Thing } from 'schema-dts';
import type { Event } from '../../content/events.ts';
import { toLocalTime } from '../../content/instants.ts';
import { site } from '../../site/config.ts';
import type { Head } from '../../site/head.tsx';
import { organization } from '../../site/structured-data.tsx';
import { titleFromPath } from '../../site/titles.ts';
import { toSiteUrl } from '../../site/urls.ts';

/** Null if it is not known yet. */
const placeData = ({ venue, city, country }: Event): Place | null => {
  const name = venue || city || country;
  if (name === '') return null;
  return {
    '@type': 'Place',
    name,
    ...((city || country) && {
      address: {
        '@type': 'PostalAddress',
        ...(city && { addressLocality: city }),
        ...(country && { addressCountry: country }),
      },
    }),
  };
};

/** Structured data of an event that people attend in person. */
export const eventData = (event: Event): Thing => {
  const place = placeData(event);

  return {
    '@type': 'Event',
    name: event.title || (titleFromPath(event.slug) ?? event.slug),
    ...(event.summary && { description: event.summary }),
    ...(event.image && { image: new URL(event.image.url, site.url).href }),
    startDate: toLocalTime(event.startsAt, event.timeZone),
    endDate: toLocalTime(event.endsAt, event.timeZone),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    url: toSiteUrl(`/events/${event.slug}`),
    ...(event.url && { sameAs: event.url }),
    ...(place && { location: place }),
    organizer: organization,
  };
};

/** What the heads of all events have in common. */
export const EVENT_HEAD = { ancestors: [{ path: '/events', name: 'Events' }] } as const satisfies Head;

/** The head of an event's page. */
export const toEventHead = (event: Event): Head => ({
  ...EVENT_HEAD,
  title: event.seo.title || event.title,
  description: event.summary,
  seo: event.seo,
});
