import 'server-only';

/**
 * The purpose of a request. The kind determines the allowed methods, rate limits and the format of errors, and is a
 * label of the metrics.
 */
export type RequestKind = 'page' | 'payload' | 'action' | 'endpoint' | 'picture' | 'file' | 'operation';

const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics'] as const;

/** The hashed files of a build. */
export const ASSETS = '/assets/';
const FILE_PREFIXES = [ASSETS, '/builds/'];
const ENDPOINT_PREFIX = '/api/';
const IMAGE = /\.(?:avif|gif|jpe?g|png|webp)$/i;
/** `.php` and `.html` are spellings of pages. */
const PAGE_EXTENSION = /\.(?:php|html?)$/i;

/** Whether the last segment of a path has an extension. */
export const hasExtension = (pathname: string): boolean => /\.[A-Za-z0-9]+$/.test(pathname);

type ClassifierOptions = {
  /** The kind of a URL that belongs to the router; null for other URLs. */
  readonly kindOfRouterUrl: (pathname: string) => 'payload' | 'action' | null;
  readonly hasEndpoint: (pathname: string) => boolean;
};

export type Classify = (pathname: string) => RequestKind;

/** Classifies requests by their path alone. */
export const createClassifier =
  ({ kindOfRouterUrl, hasEndpoint }: ClassifierOptions): Classify =>
  (pathname) => {
    if (pathname === '/') return 'page';
    const routerKind = kindOfRouterUrl(pathname);
    if (routerKind !== null) return routerKind;
    if (HEALTH_PATHS.some((path) => path === pathname)) return 'operation';
    if (FILE_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return 'file';
    if (pathname.startsWith(ENDPOINT_PREFIX)) return 'endpoint';
    if (hasEndpoint(pathname)) return IMAGE.test(pathname) ? 'picture' : 'endpoint';
    return hasExtension(pathname) && !PAGE_EXTENSION.test(pathname) ? 'file' : 'page';
  };
