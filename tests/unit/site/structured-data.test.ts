import { expect, test } from 'vitest';
import { articleData, breadcrumbData, eventData, faqData, toScriptText } from '../../../src/site/structured-data.tsx';

test('content cannot close the script element', () => {
  const text = toScriptText(faqData([{ question: '</script><script>alert(1)</script>', answerText: '<!--' }]));

  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ mainEntity: [{ name: '</script><script>alert(1)</script>' }] });
});

test('a long answer is truncated after a sentence', () => {
  const sentence = 'A domain earns from the day its nameservers point here. ';

  expect(faqData([{ question: 'When?', answerText: sentence.repeat(20).trim() }])).toMatchObject({
    mainEntity: [{ acceptedAnswer: { text: sentence.repeat(5).trim() } }],
  });
});

test('breadcrumbs start at the home page and are numbered', () => {
  expect(breadcrumbData([{ path: '/events', name: 'Events' }])).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Freehold' },
      { position: 2, name: 'Events', item: expect.stringMatching(/\/events$/) },
    ],
  });
});

test('an event has times and location; an article has dates and author', () => {
  expect(
    eventData({
      slug: 'oslo',
      title: 'Oslo',
      summary: 'Bays.',
      startsAt: '2026-11-26T08:00:00.000Z',
      endsAt: '2026-11-27T16:00:00.000Z',
      venue: 'Hall 3',
      city: 'Oslo',
      country: 'Norway',
      url: null,
    }),
  ).toMatchObject({ '@type': 'Event', startDate: '2026-11-26T08:00:00.000Z', location: { name: 'Hall 3' } });
  expect(
    articleData({
      path: '/a',
      title: 'A',
      summary: '',
      published: 'p',
      modified: 'm',
      author: null,
      image: '/pictures/a.webp',
    }),
  ).toMatchObject({
    '@type': 'NewsArticle',
    datePublished: 'p',
    author: { '@type': 'Organization' },
    image: expect.stringMatching(/^http.*\/pictures\/a\.webp$/),
  });
});
