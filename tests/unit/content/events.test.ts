import { expect, test } from 'vitest';
import { event, events, openSite, openSiteWith } from '../../support/wordpress-server.ts';

const readSpan = async (start_date: string, end_date: string | false, time_zone: string) => {
  const { readEvent } = await openSite({
    snapshot: events(event({ slug: 'e', acf: { start_date, end_date, time_zone } }), event({ slug: 'other' })),
  });
  const found = await readEvent('e');
  return [found?.startsAt, found?.endsAt];
};

test.each([
  ['summer time', 'America/New_York', ['2026-07-01 09:00:00', '13:00'], ['2026-07-01 18:00:00', '22:00']],
  [
    'a time skipped by a clock change',
    'Europe/Berlin',
    ['2026-03-29 02:30:00', '01:30'],
    ['2026-03-29 03:30:00', '01:30'],
  ],
  ['a time that occurs twice', 'Europe/Berlin', ['2026-10-25 02:30:00', '00:30'], ['2026-10-25 03:00:00', '02:00']],
  [
    'a clock change between start and end',
    'America/New_York',
    ['2026-11-01 00:30:00', '04:30'],
    ['2026-11-01 03:00:00', '08:00'],
  ],
] as const)('local times are converted to instants: %s', async (_name, zone, [start, startsAt], [end, endsAt]) => {
  const day = start.slice(0, 10);

  expect(await readSpan(start, end, zone)).toEqual([`${day}T${startsAt}:00.000Z`, `${day}T${endsAt}:00.000Z`]);
});

test('an event without an end date ends when it starts; an event without a time zone is in UTC', async () => {
  expect(await readSpan('2026-11-24 09:00:00', false, '')).toEqual([
    '2026-11-24T09:00:00.000Z',
    '2026-11-24T09:00:00.000Z',
  ]);
});

test('an event has location, people, programme, images, links and recap', async () => {
  const image = { url: '/pictures/booth.webp', alt: 'Our booth', width: 1600, height: 1000 };
  const { readEvent } = await openSiteWith(
    events(
      event({
        slug: 'open-day',
        title: 'Kid&#8217;s workshop',
        acf: {
          end_date: '2026-11-25 17:00:00',
          venue: 'Hall 4',
          city: 'Lisbon',
          country: 'Portugal',
          booth: 'P12',
          url: 'https://conference.example/',
          links: [
            { label: 'Tickets', url: '/tickets' },
            { label: '', url: '/x' },
          ],
          people: [{ name: 'Ada', role: 'CTO', image: false }],
          programme: [{ time: '10:30', title: 'Talk', text: '' }],
          recap_html: '<p>It was full.</p><script>track()</script>',
          gallery: [image, { url: 'javascript:alert(1)', alt: '', width: 1, height: 1 }, { ...image, width: false }],
          image,
        },
      }),
    ),
  );

  expect(await readEvent('open-day')).toMatchObject({
    title: 'Kid’s workshop',
    summary: 'In short — this.',
    startsAt: '2026-11-24T09:00:00.000Z',
    timeZone: 'UTC',
    venue: 'Hall 4',
    booth: 'P12',
    url: 'https://conference.example/',
    links: [{ label: 'Tickets', url: '/tickets' }],
    people: [{ name: 'Ada', role: 'CTO', image: null }],
    programme: [{ time: '10:30', title: 'Talk', text: '' }],
    recap: '<p>It was full.</p>',
    gallery: [image],
    image: image,
  });
});

test.each([
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }],
  ['a date that does not exist', { start_date: '2026-02-30 09:00:00' }],
  ['a date in another format', { start_date: '15/01/2025 6:00 pm' }],
  ['an end before its start', { end_date: '2026-11-23 09:00:00' }],
])('an event with %s is skipped and logged, and other events are kept', async (_name, acf) => {
  const { listEvents, warnings } = await openSiteWith(events(event({ id: 8, acf }), event({ id: 9 })));

  expect((await listEvents()).map(({ id }) => id)).toEqual([9]);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('"id":8');
});

test('an event published without fields is skipped and logged once, also if it is the only one', async () => {
  const { readEvent, listEvents, contentHealth, warnings } = await openSiteWith(
    events({ ...event({ id: 8, slug: 'unfinished' }), acf: [] }),
  );

  for (let count = 0; count < 5; count += 1) expect(await readEvent('unfinished')).toBeNull();
  expect(await listEvents()).toEqual([]);
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('"id":8');
  expect(contentHealth()).toMatchObject({ ok: true, failing: [] });
});
