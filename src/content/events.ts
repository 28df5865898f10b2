import 'server-only';
import { z } from 'zod';
import { group } from './acf.ts';
import {
  dateTime,
  gallery,
  html,
  image,
  list,
  portrait,
  text,
  textarea,
  timeZoneName,
  toFields,
  url,
} from './editor-fields.ts';
import { entryFields, publicOnly, readAllItems, readBySlug, toLead } from './entries.ts';
import { isTimeZone, toInstant } from './instants.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';
import { seoFields, toSeo } from './seo.ts';
import { defineSlugReaders } from './slug-readers.ts';

const PATH = '/wp-json/wp/v2/events';

const Person = z.object({
  name: text({ label: 'Name', maxLength: 60, required: true }),
  role: text({ label: 'Role', maxLength: 80 }),
  image: portrait(),
});

const ProgrammeEntry = z.object({
  time: text({ label: 'Time', help: 'As it should read: “10:30” or “Tuesday, 10:30”.', maxLength: 30 }),
  title: text({ label: 'Title', maxLength: 60, required: true }),
  text: textarea({ label: 'Text', help: 'One or two sentences.', maxLength: 300 }),
});

const Link = z
  .object({
    label: text({ label: 'Link text', maxLength: 60, required: true }),
    url: url({ label: 'Link', required: true, example: 'https://www.example.com/tickets' }),
  })
  .transform(({ label, url }) => (label !== '' && url !== null ? { label, url } : null));

/** Converts local times and their time zone to two instants. An event without an end date ends when it starts. */
const Span = z
  .object({
    start_date: dateTime({
      label: 'Starts',
      help: 'Local time at the place of the event.',
      required: true,
      example: '2026-11-24 09:00:00',
    }),
    end_date: dateTime({
      label: 'Ends',
      help: 'From then on the page shows the recap. Empty: when it starts.',
      example: '2026-11-25 17:00:00',
    }),
    time_zone: timeZoneName({ label: 'Time zone', help: 'Of the place of the event.' }),
  })
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
  venue: text({ label: 'Venue', help: 'Hotel or hall.', maxLength: 80, example: 'Doca Conference Hall' }),
  city: text({ label: 'City', maxLength: 40, example: 'Lisbon' }),
  country: text({ label: 'Country', maxLength: 40, example: 'Portugal' }),
  booth: text({ label: 'Booth', help: 'Where visitors find us.', maxLength: 20, example: 'Bay 23' }),
  url: url({ label: 'Website of the event', example: 'https://www.example.com/2026' }),
  links: list(Link, { label: 'More links', help: 'Tickets, hotels, slides.', itemLabel: 'Link' }),
  people: list(Person, { label: 'Who is there', help: 'Colleagues visitors can meet.', itemLabel: 'Person' }),
  programme: list(ProgrammeEntry, { label: 'Programme', help: 'Talks and meetings, in order.', itemLabel: 'Entry' }),
  image: image({ label: 'Picture', help: 'Shown above the text, at least 1200 pixels wide.', minWidth: 1200 }),
  gallery: gallery({ label: 'Gallery', help: 'Pictures for the recap, at least 1200 pixels wide.', minWidth: 1200 }),
  recap_html: html({ label: 'Recap', help: 'Replaces the text of the event once it has ended.' }),
});

const Fields = z.intersection(Span, Details);

/** The fields of an event as `schema.json` describes them. */
export const EVENT_FIELDS = toFields(Fields);

const PublicEvent = z
  .object({ ...entryFields, ...seoFields, acf: group(Fields) })
  .transform(({ id, slug, title, content, excerpt, modified_gmt, acf: { recap_html, ...acf }, ...metadata }) => ({
    id,
    slug,
    title,
    summary: excerpt,
    /** The summary above the text; empty if it repeats the text. */
    lead: toLead(excerpt, content),
    body: toSafeHtml(content, { topHeading: 2 }),
    ...acf,
    /** Replaces the body once the event is over, unless it is empty. */
    recap: toSafeHtml(recap_html, { topHeading: 2 }),
    image: acf.image ?? metadata.featured_image,
    seo: toSeo(metadata, slug),
    modified: modified_gmt,
  }));

/** `startsAt` and `endsAt` are ISO strings in UTC; show them in `timeZone`, an IANA name. */
export type Event = z.output<typeof PublicEvent>;

export const EventEntry = publicOnly(PublicEvent);

/** Whether the page of an event that is over tells what happened: in its recap, or in what was written after the end. */
export const hasRecap = ({ recap, body, gallery, modified, endsAt }: Event): boolean =>
  recap !== '' || (modified > endsAt && (body !== '' || gallery.length > 0));

const COLLECTION = { path: PATH, schema: EventEntry, kind: 'event', needsFields: true };

/** All events, past and upcoming, sorted by start. */
export const listEvents = defineReader({
  name: 'events',
  tags: ['events', 'media'],
  read: async (source): Promise<Event[]> => {
    const events = await readAllItems(source, { ...COLLECTION, query: {} });
    return events.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  },
  // `*`, because an event that is left out, since its fields are unusable, may be corrected.
  items: { kind: 'event', keysOf: (events) => ['*', ...events.map(({ slug }) => slug)] },
});

/** The event with this slug, which may be percent-encoded; null if there is none or the slug is invalid. */
export const { readItem: readEvent, findItem: findEvent } = defineSlugReaders({
  kind: 'event',
  collection: 'events',
  tags: ['media'],
  path: PATH,
  read: (source, slug): Promise<Event | null> => readBySlug(source, slug, COLLECTION),
});
