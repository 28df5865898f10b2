import { expect, test } from 'vitest';
import type { Post } from '../../../../src/content/posts.ts';
import { toSafeHtml } from '../../../../src/content/safe-html.ts';
import { articleData } from '../../../../src/features/news/article-head.ts';
import { toNewsFeed } from '../../../../src/features/news/feed.ts';
import { toSiteUrl } from '../../../../src/site/urls.ts';

const post: Post = {
  id: 1,
  slug: 'a-post',
  title: 'Feeds & figures <today>',
  summary: 'Short.',
  lead: '',
  body: toSafeHtml('<p><a href="/faq">FAQ</a> <img src="/pictures/a.webp" alt="" width="4" height="3"></p>'),
  date: '2026-09-01T08:00:00.000Z',
  modified: '2026-09-02T08:00:00.000Z',
  author: { name: 'Mara', role: '' },
  image: null,
  seo: { title: '', description: '', image: null, canonical: null, isListed: true },
  categories: [{ slug: 'platform', name: 'Platform' }],
};

test('the structured data of an article has its dates, author and image', () => {
  const image = { url: '/pictures/a.webp', alt: '', width: 1, height: 1 };

  expect(articleData({ ...post, author: null, image })).toMatchObject({
    '@type': 'NewsArticle',
    datePublished: '2026-09-01T08:00:00.000Z',
    dateModified: '2026-09-02T08:00:00.000Z',
    author: { '@type': 'Organization' },
    image: toSiteUrl('/pictures/a.webp'),
  });
  expect(articleData(post)).toMatchObject({ author: { '@type': 'Person', name: 'Mara' } });
  expect(articleData({ ...post, summary: '' })).not.toHaveProperty('description');
});

test('the headline of an article without a title is derived from its path', () => {
  expect(articleData({ ...post, slug: 'lane-markings', title: '' })).toMatchObject({ headline: 'Lane Markings' });
});

test('the feed is Atom, with absolute links and escaped content', () => {
  const feed = toNewsFeed([post]);

  expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
  expect(feed).toContain(`<link rel="self" href="${toSiteUrl('/news/feed.xml')}"`);
  expect(feed).toContain('<published>2026-09-01T08:00:00.000Z</published>');
  expect(feed).toContain('<updated>2026-09-02T08:00:00.000Z</updated>');
  expect(feed).toContain(`href="${toSiteUrl('/faq')}"`);
  expect(feed).toContain(`src="${toSiteUrl('/pictures/a.webp')}"`);
  expect(feed).not.toContain('<today>');
  // Atom requires a term.
  expect(feed).toContain('<category label="Platform" term="platform"/>');
});

test('the feed is as new as its latest change, whatever the offsets of the dates', () => {
  const changes = ['2026-10-25T01:30:00+01:00', '2026-10-25T02:15:00+02:00'];
  const feed = toNewsFeed(changes.map((modified, index) => ({ ...post, slug: `post-${index}`, modified })));

  expect(feed.slice(0, feed.indexOf('<entry>'))).toContain('<updated>2026-10-25T00:30:00.000Z</updated>');
});

test('the feed has the 50 newest articles', () => {
  const feed = toNewsFeed(Array.from({ length: 51 }, (_, index) => ({ ...post, slug: `post-${index}` })));

  expect(feed.match(/<entry>/g)).toHaveLength(50);
  expect(feed).toContain(toSiteUrl('/post-49'));
  expect(feed).not.toContain(toSiteUrl('/post-50'));
});

test('the feed contains no characters that XML forbids, and escapes the names of categories', () => {
  const feed = toNewsFeed([
    {
      ...post,
      title: 'A\u0008B \ud800',
      body: toSafeHtml('<p>a\u0008b</p>'),
      categories: [{ slug: 'large', name: 'Portfolios < 100 & "more" domains' }],
    },
  ]);

  expect(feed).toContain('label="Portfolios &lt; 100 &amp; &quot;more&quot; domains"');
  expect(feed).toContain('<p>ab</p>');
  expect(feed).not.toContain('\u0008');
  expect(feed.isWellFormed()).toBe(true);
});
