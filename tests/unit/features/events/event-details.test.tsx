import { expect, test } from 'vitest';
import { resolveElements } from '../../../../src/blocks/web-blocks/resolve-elements.tsx';
import type { Event } from '../../../../src/content/events.ts';
import { toSafeHtml } from '../../../../src/content/safe-html.ts';
import { EventDetails } from '../../../../src/features/events/event-details.tsx';
import { sampleEvent as event } from '../../../support/sample-event.ts';

/** The elements of the page as JSON: their texts, links, labels and HTML. */
const render = async (shownEvent: Event, now: string): Promise<string> =>
  JSON.stringify(await resolveElements(<EventDetails event={shownEvent} now={now} />));

test('the recap replaces the text once the event is over', async () => {
  const page = await render(event, '2026-12-01T00:00:00.000Z');

  expect(page).toContain('It was full.');
  expect(page).not.toContain('Come to Oslo.');
  expect(page).toContain('Recap');
});

test('the text of an event that is over is called a recap only if it was written afterwards', async () => {
  const now = '2026-12-01T00:00:00.000Z';
  const unchanged = await render({ ...event, recap: toSafeHtml('') }, now);
  const edited = await render({ ...event, recap: toSafeHtml(''), modified: '2026-11-30T08:00:00.000Z' }, now);

  for (const page of [unchanged, edited]) expect(page).toContain('Come to Oslo.');
  expect(unchanged).not.toContain('Recap');
  expect(edited).toContain('Recap');
});

test('the facts name the time zone of an event without an end, and the country of one without a venue', async () => {
  const page = await render({ ...event, endsAt: event.startsAt, venue: '' }, '2026-11-01T00:00:00.000Z');

  expect(page).toContain('Oslo, Norway');
  expect(page).not.toContain('Closes');
  expect(page).toContain('Central European Standard Time');
});

test('each hour of an event has its own time zone if the clocks change between them', async () => {
  const times = { startsAt: '2026-10-24T07:00:00.000Z', endsAt: '2026-10-25T16:00:00.000Z', timeZone: 'Europe/Oslo' };
  const page = await render({ ...event, ...times }, '2026-10-01T00:00:00.000Z');

  expect(page).toMatch(/Saturday 24 October, 09:00.*Summer Time.*Sunday 25 October, 17:00.*Standard Time/);
});

test('the place of an event is to follow until it is known', async () => {
  const unknown = { ...event, venue: '', city: '', country: '', booth: 'Bay 23' };

  expect(await render(unknown, '2026-11-01T00:00:00.000Z')).toContain('To follow');
  expect(await render(unknown, '2026-12-01T00:00:00.000Z')).toContain('None');
  expect(await render({ ...event, booth: 'Bay 23' }, '2026-11-01T00:00:00.000Z')).not.toContain('To follow');
});
