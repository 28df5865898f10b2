import 'server-only';
import type { MiddlewareHandler } from 'hono';
import { type Env, isRead } from '../context.ts';
import type { Fail } from '../render/index.ts';

/**
 * Whether a request comes from a page of this site, or from a client other than a browser. Only the host of `Origin` is
 * compared with the `Host` header, because a proxy may terminate TLS; the origin of `siteUrl` is accepted too. Hono's
 * `csrf` differs: it rejects a request without `Origin`, and accepts a cross-site one whose `Origin` matches.
 */
export const isOwnOrigin = (headers: Headers, siteUrl: string): boolean => {
  if (headers.get('sec-fetch-site') === 'cross-site') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol)) return false;
  return (
    new URL(origin).host === headers.get('host')?.toLowerCase() || new URL(origin).origin === new URL(siteUrl).origin
  );
};

/**
 * Rejects what another website sends: forms, calls of actions, requests to endpoints. Everyone may read.
 *
 * @param message that of the error page for a form of another website.
 */
export const sameOrigin =
  (fail: Fail, url: string, message: string): MiddlewareHandler<Env> =>
  (c, next) =>
    isRead(c) || isOwnOrigin(c.req.raw.headers, url) ? next() : fail(c, { statusCode: 403, message });
