import 'server-only';
import { escapeText } from 'entities';
import { Feed } from 'feed';
import type { Post } from '../../content/posts.ts';
import { withAbsoluteUrls } from '../../content/safe-html.ts';
import { site } from '../../site/config.ts';
import { toSiteUrl } from '../../site/urls.ts';

/** Characters that XML does not allow, not even escaped (XML 1.0, section 2.2). */
const NOT_ALLOWED_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const LABEL = /(?<=<category label=")[^"]*/g;

/** Feed readers ask for what is new. A feed of all articles could have many megabytes, and each request renders it. */
const MAX_ENTRIES = 50;

/** The latest news as an Atom feed. Links and images in the articles have absolute URLs. */
export const toNewsFeed = (newestFirst: readonly Post[]): string => {
  const posts = newestFirst.slice(0, MAX_ENTRIES);
  const feed = new Feed({
    id: toSiteUrl('/news'),
    title: `News ${site.titleSeparator} ${site.name}`,
    description: site.description,
    link: toSiteUrl('/news'),
    language: 'en',
    copyright: site.name,
    feedLinks: { atom: toSiteUrl('/news/feed.xml') },
    author: { name: site.name, link: toSiteUrl('/') },
    ...(posts.length > 0 ? { updated: new Date(Math.max(...posts.map(({ modified }) => Date.parse(modified)))) } : {}),
  });
  for (const { slug, title, summary, body, date, modified, author, categories } of posts) {
    feed.addItem({
      id: toSiteUrl(`/${slug}`),
      link: toSiteUrl(`/${slug}`),
      // The library declares title and description as HTML.
      title: escapeText(title),
      description: escapeText(summary),
      content: withAbsoluteUrls(body, toSiteUrl(`/${slug}`)),
      date: new Date(modified),
      published: new Date(date),
      author: [{ name: author?.name ?? site.name }],
      category: categories.map(({ slug: term, name }) => ({ term, name })),
    });
  }
  // In attribute values, the library escapes only `&` and `"`. An unescaped `<` would make the feed invalid.
  return feed
    .atom1()
    .replaceAll(LABEL, (label) => label.replaceAll('<', '&lt;'))
    .replaceAll(NOT_ALLOWED_IN_XML, '');
};
