import 'server-only';
import { site } from '../../site/config.ts';
import type { QueryParameters } from './page-directory.ts';

/** A request for something that is the same for every visitor. */
export type PageRequest = {
  readonly kind: 'document' | 'payload' | 'content';
  /** The path of the page. */
  readonly path: string;
  readonly query: string;
};

const CONTENT = '/_payload.json';
const RSC = /^\/RSC\/R(\/.*)\.txt$/;

/** What an address asks for; null where that is nothing of ours. */
export const toPageRequest = (pathname: string, search: string): PageRequest | null => {
  if (pathname.endsWith(CONTENT)) {
    return { kind: 'content', path: pathname.slice(0, -CONTENT.length) || '/', query: '' };
  }
  const route = RSC.exec(pathname)?.[1];
  if (route !== undefined) {
    const query = new URLSearchParams(search).get('query') ?? '';
    return { kind: 'payload', path: route === '/_root' ? '/' : route.replace(/^\/__/, '/_'), query };
  }
  // What else is below here is Waku's own: actions, and what nobody knows.
  return /^\/(?:RSC|assets|flight)\//.test(pathname)
    ? null
    : { kind: 'document', path: pathname, query: search.slice(1) };
};

const hasExtension = (path: string): boolean => /\.[a-z0-9]+$/.test(path);

/** The address as visitors ask for it: the same text is the key of what is kept. */
export const toKey = ({ kind, path, query }: PageRequest): string => {
  if (kind === 'content') return `${path === '/' ? '' : path}${CONTENT}`;
  if (kind === 'payload') {
    const route = path === '/' ? '/_root' : path.replace(/^\/_/, '/__');
    return `/RSC/R${route}.txt${query && `?${new URLSearchParams({ query })}`}`;
  }
  const directory = site.trailingSlash && path !== '/' && !hasExtension(path) ? `${path}/` : path;
  return `${directory}${query && `?${query}`}`;
};

/** The address as the router knows it, whatever it is asked as. */
export const toRenderPath = ({ path, query }: PageRequest): string => `${path}${query && `?${query}`}`;

/** Whether the query holds what visitors make up, so that there is no end of such pages. */
export const hasUnboundedParameters = (query: string, parameters: QueryParameters = {}): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => parameters[name] === 'bypass');
