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

test('a past event has dates, place, recap and images that link to their files, and no links of upcoming events', async ({
  request,
}) => {
  const html = await readHtml(request, '/events/port-of-domains-hamburg-2026');
  const [text] = textsOf(html, 'main');

  for (const fact of ['19–20 May 2026', 'Tuesday 19 May, 09:00', 'Speicher Hall 4', 'Bay 4', 'Recap'])
    expect(text).toContain(fact);
  for (const link of ['Add to calendar', 'Meet us there']) expect(text).not.toContain(link);
  const images = html.querySelectorAll('[data-gallery] a');
  expect(images).toHaveLength(5);
  expect(html.querySelectorAll('#picture-screen-ab-test'), 'target of a link to an image').toHaveLength(1);
  for (const image of images) {
    expect(image.getAttribute('href')).toMatch(/^\/pictures\/[\w-]+\.webp$/);
    expect(attributesOf(image, 'img', 'alt')).toEqual([expect.stringMatching(/.+/)]);
    expect(attributesOf(image, 'img', 'width')).toEqual([expect.stringMatching(/^\d+$/)]);
  }
});

test('an unknown event does not change the contact page', async ({ request }) => {
  expect((await request.get('/contact?event=no-such-event')).status()).toBe(200);
  expect(textsOf(await readHtml(request, '/contact?event=no-such-event'), 'h1')).toEqual(['Write to a person']);
});
