import { expect, test } from 'vitest';
import { toCalendar } from '../../../../src/features/events/calendar.ts';
import { eventData } from '../../../../src/features/events/event-head.ts';
import { site } from '../../../../src/site/config.ts';
import { toSiteUrl } from '../../../../src/site/urls.ts';
import { sampleEvent } from '../../../support/sample-event.ts';
import { events, event as item, openSiteOn, pages, posts, serveWordPress } from '../../../support/wordpress-server.ts';

const event = {
  ...sampleEvent,
  title: 'Bays, lanes; and a very long name of an event that would not fit into one line of the format',
  summary: 'Two lines\nof text.',
};

test('the structured data of an event has its local times, with their UTC offset, its location and image', () => {
  const image = { url: '/pictures/a.webp', alt: '', width: 1, height: 1 };

  expect(eventData({ ...event, image })).toMatchObject({
    '@type': 'Event',
    startDate: '2026-11-26T09:00:00+01:00',
    endDate: '2026-11-27T17:00:00+01:00',
    location: { name: 'Hall 3' },
    image: toSiteUrl('/pictures/a.webp'),
  });
  expect(eventData({ ...event, startsAt: '2026-12-23T22:00:00.000Z', timeZone: 'Australia/Sydney' })).toMatchObject({
    startDate: '2026-12-24T09:00:00+11:00',
  });
});

test('a calendar file has UTC times and lines of at most 75 octets that end with CRLF', () => {
  const calendar = toCalendar(event);
  const lines = calendar.split('\r\n');

  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(calendar).toContain('DTSTART:20261126T080000Z');
  expect(calendar).toContain('DTEND:20261127T160000Z');
  expect(calendar).toContain(`UID:oslo@${new URL(site.url).hostname}`);
  expect(calendar).toContain('LOCATION:Hall 3\\, Oslo\\, Norway');
  expect(calendar).toContain('SUMMARY:Bays\\, lanes\\; and');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(calendar.replaceAll('\r\n', '')).not.toContain('\n');
  expect(calendar).toMatch(/\r\nEND:VCALENDAR\r\n$/);
});

test('the calendar file of a changed event replaces the one that a calendar has', () => {
  const sequenceOf = (modified: string) => Number(/SEQUENCE:(\d+)/.exec(toCalendar({ ...event, modified }))?.[1]);

  expect(sequenceOf('2026-10-01T08:01:00.000Z')).toBe(sequenceOf('2026-10-01T08:00:00.000Z') + 1);
});

test('an event with little information has neither empty values nor an end that is its start', () => {
  const little = { ...event, endsAt: event.startsAt, summary: '', venue: '', city: 'Singapore', country: 'Singapore' };
  const calendar = toCalendar(little);

  expect(calendar).not.toContain('DTEND');
  expect(calendar).toContain('LOCATION:Singapore\r\n');
  expect(calendar).toContain(`DESCRIPTION:${site.url}/events/oslo\r\n`);
  expect(eventData({ ...little, city: '', country: '' })).not.toHaveProperty('location');
  expect(eventData(little)).not.toHaveProperty('description');
  expect(JSON.stringify(eventData({ ...little, city: '' }))).not.toContain('"addressLocality"');
  expect(eventData(little)).toMatchObject({ location: { name: 'Singapore' } });
  const venueOnly = { ...little, venue: 'Hall 3', city: '', country: '' };
  expect(eventData(venueOnly)).toMatchObject({ location: { '@type': 'Place', name: 'Hall 3' } });
  expect(JSON.stringify(eventData(venueOnly))).not.toContain('address');
});

test('the name of an event without a title is derived from its path', () => {
  expect(eventData({ ...event, title: '' })).toMatchObject({ name: 'Oslo' });
});

test('the calendar file of a renamed event is at its old address, too', async () => {
  const redirects = [
    { from: '/events/fair-2026', to: '/events/fair', status: 301 },
    { from: '/events/cancelled', to: '/events', status: 301 },
  ];
  const content = {
    ...events(item({ slug: 'fair' })),
    ...pages(),
    ...posts(),
    '/wp-json/api/redirects': { redirects },
  };
  await openSiteOn(await serveWordPress(content));
  const { GET } = await import('../../../../src/pages/_api/events/[slug].ics.ts');
  const read = (slug: string) => GET(new Request('http://site'), { params: { slug } });

  expect(await (await read('fair-2026')).text()).toBe(await (await read('fair')).text());
  expect((await read('cancelled')).status).toBe(404);
});
