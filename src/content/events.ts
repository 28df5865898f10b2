import 'server-only';
import { z } from 'zod';
import { group, listOf, PlainText, RawText } from './acf.ts';
import { entryFields, publicOnly, readAllItems, readBySlug } from './entries.ts';
import { Gallery, OptionalImage } from './images.ts';
import { isTimeZone, toInstant } from './instants.ts';
import { toHref } from './links.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';
import { defineSlugReaders } from './slug-readers.ts';

const PATH = '/wp-json/wp/v2/events';

const Person = z.object({ name: PlainText, role: PlainText, image: OptionalImage });

/** Converts local times and their time zone to two instants. An event without an end date ends when it starts. */
const Span = z
  .object({ start_date: RawText, end_date: RawText, time_zone: RawText })
  .transform(({ start_date, end_date, time_zone }, context) => {
    const timeZone = time_zone.trim() || 'UTC';
    const fail = (field: string, value: string) => {
      context.addIssue({ code: 'custom', path: [field], message: `not usable: "${value.slice(0, 40)}"` });
      return z.NEVER;
    };
    if (!isTimeZone(timeZone)) return fail('time_zone', timeZone);
    const startsAt = toInstant(start_date, timeZone);
    const endsAt = end_date === '' ? startsAt : toInstant(end_date, timeZone);
    if (startsAt === null) return fail('start_date', start_date);
    if (endsAt === null || endsAt < startsAt) return fail('end_date', end_date);
    return { startsAt, endsAt, timeZone };
  });

const Details = z.object({
  venue: PlainText,
  city: PlainText,
  country: PlainText,
  booth: PlainText,
  url: RawText.transform(toHref),
  people: listOf(Person, 'person of an event'),
  gallery: Gallery,
  image: OptionalImage,
});

const PublicEvent = z
  .object({ ...entryFields, acf: group(z.intersection(Span, Details)) })
  .transform(({ id, slug, title, content, excerpt, modified_gmt, acf }) => ({
    id,
    slug,
    title,
    summary: excerpt,
    body: toSafeHtml(content, { topHeading: 2 }),
    ...acf,
    modified: modified_gmt,
  }));

/** `startsAt` and `endsAt` are ISO strings in UTC; show them in `timeZone`, an IANA name. */
export type Event = z.output<typeof PublicEvent>;

const EventEntry = publicOnly(PublicEvent);

const COLLECTION = { path: PATH, schema: EventEntry, kind: 'event', needsFields: true };

/** All events, past and upcoming, sorted by start. */
export const listEvents = defineReader({
  name: 'events',
  tags: ['events'],
  read: async (source): Promise<Event[]> => {
    const events = await readAllItems(source, { ...COLLECTION, query: {} });
    return events.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  },
});

/** The event with this slug, which may be percent-encoded; null if there is none or the slug is invalid. */
export const { readItem: readEvent } = defineSlugReaders({
  kind: 'event',
  tags: ['events'],
  path: PATH,
  read: (source, slug): Promise<Event | null> => readBySlug(source, slug, COLLECTION),
});
