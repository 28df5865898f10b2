import 'server-only';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { site } from './config.ts';
import type { EventFacts } from './structured-data.tsx';
import { toSiteUrl } from './urls.ts';

export type CalendarEvent = Pick<EventFacts, 'slug' | 'title' | 'summary' | 'startsAt' | 'endsAt'> & {
  readonly modified: string;
  readonly location: string;
};

/** The event as an iCalendar file (RFC 5545). Times are written in UTC, so that no client can misread a time zone. */
export const toCalendar = ({ slug, title, summary, startsAt, endsAt, modified, location }: CalendarEvent): string => {
  const url = new URL(toSiteUrl(`/events/${slug}`)).href;
  const calendar = ical({
    prodId: { company: site.name, product: 'Website', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${slug}@${new URL(site.url).hostname}`,
    start: new Date(startsAt),
    end: new Date(endsAt),
    stamp: new Date(modified),
    lastModified: new Date(modified),
    summary: title,
    description: `${summary}\n\n${url}`,
    location,
    url,
  });
  return `${calendar.toString()}\r\n`;
};
