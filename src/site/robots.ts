import 'server-only';
import { RSC_PREFIX } from '../framework/index.ts';
import { currentContext } from '../framework/shared.ts';
import { site } from './config.ts';
import { toSiteUrl } from './urls.ts';

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
export const NOT_INDEXED = 'noindex, nofollow';

/** The value of the `robots` meta tag and the `X-Robots-Tag` header, depending on `SITE_INDEXABLE`. Drafts are never indexed. */
export const robotsDirective = (): string =>
  site.indexable && !currentContext()?.get('isPreview') ? INDEXED : NOT_INDEXED;

/** `robots.txt`: disallows everything if the site is not indexable, otherwise only paths that are not pages. */
export const toRobots = (): string =>
  site.indexable
    ? `User-agent: *\nDisallow: /api/\nDisallow: ${RSC_PREFIX}\n\nSitemap: ${toSiteUrl('/sitemap.xml')}\n`
    : 'User-agent: *\nDisallow: /\n';
