import 'server-only';
import { Readable } from 'node:stream';
import { SitemapStream, streamToPromise } from 'sitemap';
import { configuredRedirect } from './redirects.ts';
import { decodePath } from './titles.ts';
import { toSiteUrl } from './urls.ts';

/** One page of the sitemap; `modified` is an instant as an ISO string. */
export type SitemapEntry = {
  readonly path: string;
  readonly modified?: string | null;
  readonly images?: readonly { readonly url: string; readonly alt: string }[];
  /** Set by editors: a page is omitted if it is not listed, or if its canonical URL is that of another page. */
  readonly seo?: { readonly canonical: string | null; readonly isListed: boolean };
};

/** Whether a canonical URL is that of the page itself. Both may be percent-encoded, in upper or lower case. */
const isOwn = (canonical: string, path: string): boolean =>
  decodePath(new URL(canonical, toSiteUrl('/')).href) === decodePath(toSiteUrl(path));

const isListed = (path: string, seo: SitemapEntry['seo']): boolean =>
  seo === undefined || (seo.isListed && (seo.canonical === null || isOwn(seo.canonical, path)));

/**
 * `sitemap.xml` with the last change and the images of each page: sorted by path, without duplicates, without pages that are hosted
 * elsewhere and without those that editors hide from search engines.
 */
export const toSitemap = async (entries: readonly SitemapEntry[]): Promise<string> => {
  const unique = [...new Map(entries.map((entry) => [entry.path, entry])).values()];
  const items = unique
    .filter(({ path, seo }) => configuredRedirect(path) === null && isListed(path, seo))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, modified, images = [] }) => ({
      url: toSiteUrl(path),
      ...(modified ? { lastmod: modified } : {}),
      img: images.map(({ url, alt }) => ({ url: new URL(url, toSiteUrl('/')).href, title: alt })),
    }));
  const stream = new SitemapStream({
    hostname: toSiteUrl('/'),
    xmlns: { news: false, video: false, xhtml: false, image: true },
  });
  return String(await streamToPromise(Readable.from(items).pipe(stream)));
};
