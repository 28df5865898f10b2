import 'server-only';
import { site } from './config.ts';
import { toSiteUrl } from './urls.ts';

/** `robots.txt`: closed when the site is not to be indexed, else open but for what is no page, with the sitemap. */
export const toRobots = (): string =>
  site.indexable
    ? `User-agent: *\nDisallow: /api/\nDisallow: /RSC/\n\nSitemap: ${toSiteUrl('/sitemap.xml')}\n`
    : 'User-agent: *\nDisallow: /\n';
