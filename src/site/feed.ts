import 'server-only';
import { escapeText } from 'entities';
import { Feed } from 'feed';
import { site } from './config.ts';
import type { ArticleFacts } from './structured-data.tsx';
import { toSiteUrl } from './urls.ts';

/** One article of the news feed. `body` is sanitized HTML. */
export type FeedArticle = Omit<ArticleFacts, 'image'> & {
  readonly body: string;
  readonly categories: readonly string[];
};

const withAbsoluteLinks = (html: string): string => html.replaceAll(/\b(href|src)="\/(?!\/)/g, `$1="${site.url}/`);

/** Characters that XML does not allow, not even escaped (XML 1.0, section 2.2). */
const NOT_ALLOWED_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const LABEL = /(?<=<category label=")[^"]*/g;

/** The news as an Atom feed, newest first. Links in the articles are absolute. */
export const toNewsFeed = (articles: readonly FeedArticle[]): string => {
  const newest = articles
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  const feed = new Feed({
    id: toSiteUrl('/news'),
    title: `News ${site.titleSeparator} ${site.name}`,
    description: site.description,
    link: toSiteUrl('/news'),
    language: 'en',
    copyright: site.name,
    feedLinks: { atom: toSiteUrl('/news/feed.xml') },
    author: { name: site.name, link: toSiteUrl('/') },
    ...(newest ? { updated: new Date(newest) } : {}),
  });
  for (const article of articles) {
    feed.addItem({
      id: toSiteUrl(article.path),
      link: toSiteUrl(article.path),
      // The library marks both as HTML.
      title: escapeText(article.title),
      description: escapeText(article.summary),
      content: withAbsoluteLinks(article.body),
      date: new Date(article.modified),
      published: new Date(article.published),
      author: [{ name: article.author ?? site.name }],
      category: article.categories.map((name) => ({ name })),
    });
  }
  // The library does not escape `<` in attribute values.
  return feed
    .atom1()
    .replaceAll(LABEL, (label) => label.replaceAll('<', '&lt;'))
    .replaceAll(NOT_ALLOWED_IN_XML, '');
};
