import 'server-only';
import { Readable } from 'node:stream';
import { SitemapStream, streamToPromise } from 'sitemap';
import { configuredRedirect } from './redirects.ts';
import { toSiteUrl } from './urls.ts';

/** One page of the sitemap; `modified` is an instant as an ISO string. */
export type SitemapEntry = {
  readonly path: string;
  readonly modified?: string | null;
  readonly images?: readonly { readonly url: string; readonly alt: string }[];
};

/**
 * `sitemap.xml` with the last change and the images of each page: sorted by path, without duplicates and without pages
 * that are hosted elsewhere.
 */
export const toSitemap = async (entries: readonly SitemapEntry[]): Promise<string> => {
  const unique = [...new Map(entries.map((entry) => [entry.path, entry])).values()];
  const items = unique
    .filter(({ path }) => configuredRedirect(path) === null)
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
