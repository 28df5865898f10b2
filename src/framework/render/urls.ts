import type { PageRequest } from '../context.ts';

/*
 * The URLs of Waku's router, of the RSC payload store and of the JSON content of pages. Other server modules use the
 * constants and functions of this module, so that these URLs are defined in one place:
 *
 * - `/RSC/R/{route}.txt?query=…`: the RSC payload of a page, for client navigation.
 * - `/RSC/F/{file}/{name}.txt`: a call of a server action.
 * - `/payloads/{version}.txt?path=…`: the RSC payload that belongs to one rendered document, for its hydration. If the
 *   payload was evicted from the store, `pages.ts` renders the page at `path` again.
 * - `{path}/_payload.json`: what the page's `content` returns, as JSON.
 * - `/404`: the error page.
 *
 * The build runs outside the server, so it imports this module and not `index.ts`, which is `server-only`.
 */

/** The hashed files of a build. */
export const ASSETS = '/assets/';
export const ERROR_PAGE = '/404';
export const CONTENT_SUFFIX = '/_payload.json';
export const RSC_PREFIX = '/RSC/';
const ACTION_PREFIX = '/RSC/F/';
const STORED_PREFIX = '/payloads/';

const PAYLOAD_URL = /^\/RSC\/R(?<route>\/.+)\.txt$/;
const ACTION_URL = /^\/RSC\/F\/(?<file>[\w.-]{1,200})\/(?<name>[A-Za-z_]\w{0,99})\.txt$/;
const STORED_PAYLOAD_URL = /^\/payloads\/(?<version>[\w-]{16})\.txt$/;

/** Whether the last segment of a path has an extension. */
export const hasExtension = (pathname: string): boolean => /\.[A-Za-z0-9]+$/.test(pathname);

/**
 * The URL of the RSC payload of a page, as Waku's router builds it: an underscore at the start or the end of a path is doubled.
 * `query` has no question mark.
 */
export const toPayloadUrl = (path: string, query: string): string => {
  const route = path === '/' ? '/_root' : path.replace(/(?<=.)\/$/, '').replace(/^\/_/, '/__');
  const end = route.endsWith('_') ? '_' : '';
  return `/RSC/R${route}${end}.txt${query && `?${new URLSearchParams({ query })}`}`;
};

/**
 * The URL at which Waku renders the document or the payload of a page, without a trailing slash, or the URL of its
 * content. It is the key of the page in the response cache.
 */
export const toPageUrl = ({ kind, path, query }: PageRequest): string => {
  if (kind === 'content') return (path === '/' ? '' : path) + CONTENT_SUFFIX;
  return kind === 'payload' ? toPayloadUrl(path, query) : path + (query && `?${query}`);
};

type RouterUrl = {
  readonly kind: 'payload' | 'action';
  /** Null for a call of an action, a stored payload and a malformed URL. */
  readonly page: PageRequest | null;
};

/** The purpose of a URL of this module and the page that it belongs to; null for the URL of a document, and any other. */
export const parseRouterUrl = (pathname: string, search: string): RouterUrl | null => {
  if (pathname.startsWith(ACTION_PREFIX)) return { kind: 'action', page: null };
  if (pathname.endsWith(CONTENT_SUFFIX)) {
    const path = pathname.slice(0, -CONTENT_SUFFIX.length) || '/';
    return { kind: 'payload', page: { kind: 'content', path, query: '' } };
  }
  if (!pathname.startsWith(RSC_PREFIX) && !pathname.startsWith(STORED_PREFIX)) return null;
  const route = PAYLOAD_URL.exec(pathname)?.groups?.route;
  if (route === undefined) return { kind: 'payload', page: null };
  const path = route === '/_root' ? '/' : route.replace(/^\/__/, '/_').replace(/_$/, '');
  return { kind: 'payload', page: { kind: 'payload', path, query: new URLSearchParams(search).get('query') ?? '' } };
};

/** The id of the server action (`file#name`) that a URL calls; null for any other URL. */
export const parseActionUrl = (pathname: string): string | null => {
  const { file, name } = ACTION_URL.exec(pathname)?.groups ?? {};
  return file && name ? `${file}#${name}` : null;
};

/** The URL at which a document finds its RSC payload in the payload store. */
export const toStoredPayloadUrl = (version: string): string => `${STORED_PREFIX}${version}.txt`;

/** The version in a URL of the payload store; null for any other URL. */
export const parseStoredPayloadUrl = (pathname: string): string | null =>
  STORED_PAYLOAD_URL.exec(pathname)?.groups?.version ?? null;
