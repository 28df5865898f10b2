import 'server-only';
import { site } from '../../site/config.ts';
import type { QueryParameters } from './page-directory.ts';
import { isRscUrl, isStoredPayloadUrl, parsePayloadUrl, toPayloadUrl } from './waku-urls.ts';

/** A request for something that is the same for every visitor. */
export type PageRequest = {
  readonly kind: 'document' | 'payload' | 'content';
  /** The path of the page. */
  readonly path: string;
  readonly query: string;
};

const CONTENT = '/_payload.json';

/** What an address asks for; null where that is nothing of ours. */
export const toPageRequest = (pathname: string, search: string): PageRequest | null => {
  if (pathname.endsWith(CONTENT)) {
    return { kind: 'content', path: pathname.slice(0, -CONTENT.length) || '/', query: '' };
  }
  const payload = parsePayloadUrl(pathname, search);
  if (payload) return { kind: 'payload', ...payload };
  // What else is below here is Waku's own: actions, and what nobody knows.
  return isRscUrl(pathname) || isStoredPayloadUrl(pathname) || pathname.startsWith('/assets/')
    ? null
    : { kind: 'document', path: pathname, query: search.slice(1) };
};

const hasExtension = (path: string): boolean => /\.[a-z0-9]+$/.test(path);

/** The address as visitors ask for it: the same text is the key of what is kept. */
export const toKey = ({ kind, path, query }: PageRequest): string => {
  if (kind === 'content') return `${path === '/' ? '' : path}${CONTENT}`;
  if (kind === 'payload') return toPayloadUrl(path, query);
  const directory = site.trailingSlash && path !== '/' && !hasExtension(path) ? `${path}/` : path;
  return `${directory}${query && `?${query}`}`;
};

/** The address as the router knows it, whatever it is asked as. */
export const toRenderPath = ({ path, query }: PageRequest): string => `${path}${query && `?${query}`}`;

/** Whether the query holds what visitors make up, so that there is no end of such pages. */
export const hasUnboundedParameters = (query: string, parameters: QueryParameters = {}): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => parameters[name] === 'bypass');
