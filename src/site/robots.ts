import 'server-only';
import { site } from './config.ts';
import { toSiteUrl } from './urls.ts';

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
export const NOT_INDEXED = 'noindex, nofollow';

/** What the `robots` meta tag and the `X-Robots-Tag` header say, by the site configuration. */
export const robotsDirective = (): string => (site.indexable ? INDEXED : NOT_INDEXED);

/** `robots.txt`: closed when the site is not to be indexed, else open but for what is no page, with the sitemap. */
export const toRobots = (): string =>
  site.indexable
    ? `User-agent: *\nDisallow: /api/\nDisallow: /RSC/\n\nSitemap: ${toSiteUrl('/sitemap.xml')}\n`
    : 'User-agent: *\nDisallow: /\n';
