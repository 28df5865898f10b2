import type { Event } from '../../src/content/events.ts';
import { toSafeHtml } from '../../src/content/safe-html.ts';

/** An event as the content layer reads it. */
export const sampleEvent: Event = {
  id: 1,
  slug: 'oslo',
  title: 'Oslo',
  summary: '',
  lead: '',
  body: toSafeHtml('<p>Come to Oslo.</p>'),
  recap: toSafeHtml('<p>It was full.</p>'),
  startsAt: '2026-11-26T08:00:00.000Z',
  endsAt: '2026-11-27T16:00:00.000Z',
  timeZone: 'Europe/Oslo',
  venue: 'Hall 3',
  city: 'Oslo',
  country: 'Norway',
  booth: '',
  url: null,
  links: [{ label: 'Tickets', url: 'https://example.com/tickets' }],
  people: [],
  programme: [{ time: '10:30', title: 'Opening talk', text: '' }],
  gallery: [],
  image: null,
  seo: { title: '', description: '', image: null, canonical: null, isListed: true },
  modified: '2026-10-01T08:00:00.000Z',
};
