import { expect, test } from '@playwright/test';
import { attributesOf, readHtml, textsOf } from './site.ts';

test('every upcoming event links to a calendar file and to a contact form that names the event', async ({
  request,
}) => {
  const list = await readHtml(request, '/events');
  const links = list.querySelectorAll('section[aria-labelledby=upcoming] h3 a');

  expect(links.length).toBeGreaterThan(0);
  for (const { attributes, textContent } of links) {
    const path = attributes.href ?? '';
    const contact = `${path.replace('/events/', '/contact?event=')}#form`;
    const html = await readHtml(request, path);
    expect(attributesOf(html, 'main a', 'href')).toEqual(expect.arrayContaining([`${path}.ics`, contact]));
    expect(textsOf(await readHtml(request, contact), 'main').join()).toContain(textContent);
  }
});

// tests/unit/features/events/event-details.test.tsx tests the dates, the place and the recap.
test('a past event has images that link to their files, and no links of upcoming events', async ({ request }) => {
  const html = await readHtml(request, '/events/port-of-domains-hamburg-2026');

  for (const link of ['Add to calendar', 'Meet us there']) expect(textsOf(html, 'main').join()).not.toContain(link);
  const files = attributesOf(html, '[data-gallery] a', 'href');
  expect(files).toEqual(Array(5).fill(expect.stringMatching(/^\/pictures\/[\w-]+\.webp$/)));
  expect(html.querySelectorAll('#picture-screen-ab-test'), 'target of a link to an image').toHaveLength(1);
});

test('an unknown event does not change the contact page', async ({ request }) => {
  expect((await request.get('/contact?event=no-such-event')).status()).toBe(200);
  expect(textsOf(await readHtml(request, '/contact?event=no-such-event'), 'h1')).toEqual(['Write to a person']);
});
