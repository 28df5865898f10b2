import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of this site, or from a client other than a browser. Only the host of `Origin` is
 * compared with the `Host` header, because a proxy may terminate TLS; the origin of `siteUrl` is accepted too.
 */
export const isOwnOrigin = (
  { origin, host, 'sec-fetch-site': fetchSite }: IncomingHttpHeaders,
  siteUrl: string,
): boolean => {
  if (fetchSite === 'cross-site') return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol)) return false;
  return new URL(origin).host === host?.toLowerCase() || new URL(origin).origin === new URL(siteUrl).origin;
};
