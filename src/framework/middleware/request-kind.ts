import 'server-only';

/**
 * The purpose of a request. It determines the allowed methods (handlers in the pipeline's `endpoints` check their own)
 * and the format of 403 and 429 responses, and is a label of the metrics. Reads of `operation` are exempt from rate
 * limiting.
 *
 * - `payload`: an RSC payload, or the JSON content of a page.
 * - `action`: a server action.
 * - `picture`: an image from an endpoint, whereas a static image is a `file`.
 * - `file`: a static file.
 * - `operation`: health checks and metrics.
 */
export type RequestKind = 'page' | 'payload' | 'action' | 'endpoint' | 'picture' | 'file' | 'operation';

const OPERATION_PATHS = ['/healthz', '/readyz', '/metrics'] as const;

/** The hashed files of a build. */
export const ASSETS = '/assets/';
const FILE_PREFIXES = [ASSETS, '/builds/'];
const ENDPOINT_PREFIX = '/api/';
const IMAGE = /\.(?:avif|gif|jpe?g|png|webp)$/i;
/** The extensions of page URLs: `/agb.php` is a page, and `/faq/index.html` is redirected to `/faq`. */
const PAGE_EXTENSION = /\.(?:php|html?)$/i;

/** Whether the last segment of a path has an extension. */
export const hasExtension = (pathname: string): boolean => /\.[A-Za-z0-9]+$/.test(pathname);

type ClassifierOptions = {
  /** The kind of a URL of the router or the payload store, or of the JSON content of a page; null for other URLs. */
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
    if (OPERATION_PATHS.some((path) => path === pathname)) return 'operation';
    if (FILE_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return 'file';
    if (pathname.startsWith(ENDPOINT_PREFIX)) return 'endpoint';
    if (hasEndpoint(pathname)) return IMAGE.test(pathname) ? 'picture' : 'endpoint';
    return hasExtension(pathname) && !PAGE_EXTENSION.test(pathname) ? 'file' : 'page';
  };
