import 'server-only';
import type { Context, MiddlewareHandler } from 'hono';
import { type Env, NOT_FOUND, type PageRequest, type RequestKind } from '../context.ts';
import { ASSETS, type Fail, hasExtension, parseRouterUrl } from '../render/index.ts';
import { MAX_URL_LENGTH, toRedirect } from '../responses.ts';

declare module 'hono' {
  interface ContextVariableMap {
    parsedUrl: ParsedUrl;
  }
}

/** The result of parsing a request target. */
export type ParsedUrl =
  | {
      readonly kind: RequestKind;
      readonly pathname: string;
      readonly search: string;
      /** Null: the URL belongs to no page, such as that of an action. */
      readonly page: PageRequest | null;
    }
  | { readonly redirect: string }
  /** 404: malformed, or with a backslash, a control character or an encoded separator. */
  | { readonly statusCode: 404 | 414 };

type UrlRules = {
  readonly trailingSlash: boolean;
  readonly toCanonicalPath: (path: string) => string;
  readonly hasEndpoint: (pathname: string) => boolean;
};

/** The maximum number of characters of a malformed URL that the error page shows. */
const MAX_SHOWN = 200;
const REDIRECT_MAX_AGE_S = 3_600;
const MALFORMED: ParsedUrl = { statusCode: 404 };

const OPERATION_PATHS = new Set(['/healthz', '/readyz', '/metrics']);
const FILE_PREFIXES = [ASSETS, '/builds/'];
const ENDPOINT_PREFIX = '/api/';
const IMAGE = /\.(?:avif|gif|jpe?g|png|webp)$/i;
/** The extensions of page URLs: `/agb.php` is a page, and `/faq/index.html` is redirected to `/faq`. */
const PAGE_EXTENSION = /\.(?:php|html?)$/i;

const kindOf = (pathname: string, hasEndpoint: UrlRules['hasEndpoint']): RequestKind => {
  if (OPERATION_PATHS.has(pathname)) return 'operation';
  if (FILE_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return 'file';
  if (pathname.startsWith(ENDPOINT_PREFIX)) return 'endpoint';
  if (hasEndpoint(pathname)) return IMAGE.test(pathname) ? 'picture' : 'endpoint';
  return hasExtension(pathname) && !PAGE_EXTENSION.test(pathname) ? 'file' : 'page';
};

/** The decoded path; null if it is malformed. */
export const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/** Splits a request target before its question mark. */
const splitTarget = (target: string): readonly [path: string, search: string] => {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? [target, ''] : [target.slice(0, queryAt), target.slice(queryAt)];
};

/** Encodes a path as in the URL of the document: each spelling would be another page in the response cache. */
const withOneSpelling = (page: PageRequest | null): PageRequest | null =>
  page && { ...page, path: encodeURI(decodeURIComponent(page.path)) };

/**
 * Parses path and query of a request, and classifies it. A page is redirected to its canonical URL: no repeated slashes,
 * no `/index.html`, the configured trailing slash, the canonical path. Of the URLs of files, endpoints and the router,
 * only repeated slashes, dot segments and unencoded characters are normalized. A target may have at most 8,000
 * characters.
 */
export const parseUrl = (target: string, { trailingSlash, toCanonicalPath, hasEndpoint }: UrlRules): ParsedUrl => {
  if (target.length > MAX_URL_LENGTH) return { statusCode: 414 };
  if (!target.startsWith('/')) return MALFORMED;
  const [rawPath, search] = splitTarget(target);
  if (/%(?:2f|5c|00)|\\/i.test(rawPath)) return MALFORMED;

  const collapsed = rawPath.replace(/\/{2,}/g, '/');
  const resolved = URL.parse(collapsed, 'http://host')?.pathname ?? '%';
  const decoded = decodePath(resolved);
  if (decoded === null || /\p{Cc}/u.test(decoded)) return MALFORMED;
  const router = parseRouterUrl(resolved, search);
  const kind = router?.kind ?? kindOf(resolved, hasEndpoint);
  const accept = (path: string): ParsedUrl => {
    const page = router ? withOneSpelling(router.page) : ({ kind: 'document', path, query: search.slice(1) } as const);
    return { kind, pathname: path, search, page };
  };
  // `encodeURI` keeps these characters, so they would begin a query or a fragment.
  if ((kind === 'page' || router) && /[?#]/.test(decoded)) return MALFORMED;
  if (kind !== 'page') return resolved === rawPath ? accept(resolved) : { redirect: resolved + search };

  const bare = decoded.replace(/(?:\/index\.html?)+\/*$/i, '/').replace(/(?<=.)\/+$/, '');
  const canonical = encodeURI(toCanonicalPath(bare === '' ? '/' : bare));
  const needsSlash = trailingSlash && canonical !== '/' && !hasExtension(canonical);
  const pathname = needsSlash ? `${canonical}/` : canonical;
  return decodePath(rawPath) === decodePath(pathname) ? accept(canonical) : { redirect: pathname + search };
};

/**
 * The target of a request: its path and query as the client sent them, because a web Request resolves dot segments.
 * A request without a connection, or to a proxy (`GET http://host/path`), has the path and query of its URL.
 */
const targetOf = ({ env, req }: Context<Env>): string => {
  const { incoming } = env;
  if (incoming?.url?.startsWith('/')) return incoming.url;
  const { url } = req.raw;
  return url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(/#.*$/, '');
};

/** Sets what the URL of a request says: its kind, its canonical path, and its page. */
export const parsedUrl =
  (rules: UrlRules): MiddlewareHandler<Env> =>
  (c, next) => {
    const target = targetOf(c);
    const parsed = parseUrl(target, rules);
    const isAccepted = 'kind' in parsed;
    const [shownPath, shownSearch] = splitTarget(target.slice(0, MAX_SHOWN));
    c.set('parsedUrl', parsed);
    c.set('kind', isAccepted ? parsed.kind : 'page');
    c.set('pathname', isAccepted ? parsed.pathname : shownPath);
    c.set('search', isAccepted ? parsed.search : shownSearch);
    c.set('pageRequest', isAccepted ? parsed.page : null);
    return next();
  };

/** Redirects URLs that are not canonical, and rejects malformed ones. */
export const canonicalUrl =
  (fail: Fail, urlTooLong: string): MiddlewareHandler<Env> =>
  (c, next) => {
    const parsed = c.get('parsedUrl');
    if ('kind' in parsed) return next();
    if ('redirect' in parsed)
      return Promise.resolve(toRedirect({ location: parsed.redirect, status: 308, maxAgeS: REDIRECT_MAX_AGE_S }));
    const { statusCode } = parsed;
    const message = statusCode === 404 ? NOT_FOUND + c.get('pathname') + c.get('search') : urlTooLong;
    return fail(c, { statusCode, message });
  };
