import 'server-only';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { site } from './config.ts';
import { toSiteUrl } from './urls.ts';

/** An event as a calendar takes it; instants are ISO strings in UTC. */
export type CalendarEvent = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly modified: string;
  readonly place: string;
};

/** The event as an iCalendar file (RFC 5545), for 'Add to calendar'. Times are written in UTC, so no zone can be misread. */
export const toCalendar = ({ slug, title, summary, startsAt, endsAt, modified, place }: CalendarEvent): string => {
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
    location: place,
    url,
  });
  return `${calendar.toString()}\r\n`;
};
