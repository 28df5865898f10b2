import 'server-only';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Event } from '../../content/events.ts';
import { site } from '../../site/config.ts';
import { toSiteUrl } from '../../site/urls.ts';

/** The event as an iCalendar file (RFC 5545). Times are written in UTC, so that no client can misread a time zone. */
export const toCalendar = (event: Event): string => {
  const url = toSiteUrl(`/events/${event.slug}`);
  const calendar = ical({
    prodId: { company: site.name, product: 'Website', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${event.slug}@${new URL(site.url).hostname}`,
    start: new Date(event.startsAt),
    // An end must be later than the start (RFC 5545, 3.8.2.2); an event without an end takes no time.
    end: event.endsAt > event.startsAt ? new Date(event.endsAt) : null,
    stamp: new Date(event.modified),
    lastModified: new Date(event.modified),
    // Calendars that have the event take over only what has a higher number (RFC 5545, 3.8.7.4): here the minute of the last change.
    sequence: Math.floor(Date.parse(event.modified) / 60_000),
    summary: event.title,
    description: [event.summary, url].filter(Boolean).join('\n\n'),
    location: [...new Set([event.venue, event.city, event.country])].filter(Boolean).join(', '),
    url,
  });
  return `${calendar.toString()}\r\n`;
};
