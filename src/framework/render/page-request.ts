import 'server-only';
import type { PageRequest } from '../context.ts';
import type { QueryParameters } from './page-modules.tsx';
import {
  CONTENT_SUFFIX,
  isActionUrl,
  isRscUrl,
  isStoredPayloadUrl,
  parsePayloadUrl,
  toPayloadUrl,
} from './waku-urls.ts';

/** The hashed files of a build. */
export const ASSETS = '/assets/';

/** Whether the last segment of a path has an extension. */
export const hasExtension = (pathname: string): boolean => /\.[A-Za-z0-9]+$/.test(pathname);

const withQuery = (path: string, query: string): string => path + (query && `?${query}`);

/** The kind of a URL of the router or the payload store, or of the JSON content of a page; null for other URLs. */
export const kindOfRouterUrl = (pathname: string): 'payload' | 'action' | null => {
  if (isActionUrl(pathname)) return 'action';
  return isRscUrl(pathname) || isStoredPayloadUrl(pathname) || pathname.endsWith(CONTENT_SUFFIX) ? 'payload' : null;
};

/** The page that a URL belongs to; null for a URL that belongs to no page, such as that of an action. */
export const toPageRequest = (pathname: string, search: string): PageRequest | null => {
  if (pathname.endsWith(CONTENT_SUFFIX)) {
    return { kind: 'content', path: pathname.slice(0, -CONTENT_SUFFIX.length) || '/', query: '' };
  }
  const payload = parsePayloadUrl(pathname, search);
  if (payload) return { kind: 'payload', ...payload };
  if (isRscUrl(pathname) || isStoredPayloadUrl(pathname)) return null;
  if (pathname.startsWith(ASSETS)) return null;
  return { kind: 'document', path: pathname, query: search.slice(1) };
};

/** The canonical URL of a request, which is its key in the response cache. */
export const toCacheKey = (
  { kind, path, query }: PageRequest,
  { trailingSlash }: { readonly trailingSlash: boolean },
): string => {
  if (kind === 'content') return `${path === '/' ? '' : path}${CONTENT_SUFFIX}`;
  if (kind === 'payload') return toPayloadUrl(path, query);
  return withQuery(trailingSlash && path !== '/' && !hasExtension(path) ? `${path}/` : path, query);
};

/**
 * The URL at which Waku's router renders a document or a payload. The URL of a document has no trailing slash, whatever
 * `trailingSlash` is.
 */
export const toRenderUrl = ({ kind, path, query }: PageRequest): string =>
  kind === 'payload' ? toPayloadUrl(path, query) : withQuery(path, query);

/**
 * Whether a query has a parameter that can have any value, such as a search, so that the response bypasses the cache.
 */
export const hasUnboundedParameters = (query: string, parameters: QueryParameters = {}): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some((name) => parameters[name] === 'bypass');
