import 'server-only';
import type { Thing } from 'schema-dts';
import type { Post } from '../../content/posts.ts';
import { site } from '../../site/config.ts';
import type { Head } from '../../site/head.tsx';
import { organization } from '../../site/structured-data.tsx';
import { titleFromPath } from '../../site/titles.ts';
import { toSiteUrl } from '../../site/urls.ts';

/** Structured data of a news article. */
export const articleData = ({ slug, title, summary, date, modified, author, image }: Post): Thing => ({
  '@type': 'NewsArticle',
  headline: title || (titleFromPath(slug) ?? slug),
  ...(summary && { description: summary }),
  datePublished: date,
  dateModified: modified,
  mainEntityOfPage: toSiteUrl(`/${slug}`),
  author: author ? { '@type': 'Person', name: author.name } : organization,
  publisher: organization,
  ...(image && { image: new URL(image.url, site.url).href }),
});

/** What the heads of all articles have in common. */
export const ARTICLE_HEAD = { type: 'article', ancestors: [{ path: '/news', name: 'News' }] } as const satisfies Head;

/** The head of an article. */
export const toArticleHead = (post: Post): Head => ({
  ...ARTICLE_HEAD,
  title: post.seo.title || post.title,
  description: post.summary,
  seo: post.seo,
});
