import 'server-only';
import { site } from './config.ts';

const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path);

/** A path as this site writes it in links, canonical addresses and the sitemap: `trailingSlash` of the configuration. */
export const toSitePath = (path: string): string => {
  if (path === '/' || isFile(path)) return path;
  const bare = path.replace(/\/+$/, '');
  return site.trailingSlash ? `${bare}/` : bare;
};

/** The absolute address of a path of this site. */
export const toSiteUrl = (path: string): string => `${site.url}${toSitePath(path)}`;
