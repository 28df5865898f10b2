import 'server-only';
import { site } from './config.ts';

const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path);

/** A path in its canonical form, with or without trailing slash depending on `SITE_TRAILING_SLASH`. */
export const toSitePath = (path: string): string => {
  if (path === '/' || isFile(path)) return path;
  const bare = path.replace(/\/+$/, '');
  return site.trailingSlash ? `${bare}/` : bare;
};

/** The absolute URL of a path of this site, with the percent-encoding that consumers outside browsers need. */
export const toSiteUrl = (path: string): string => new URL(toSitePath(path), site.url).href;
