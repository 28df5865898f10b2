import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FrameworkSettings, RoutingPort } from '../site-options.ts';
import { createClientAddress } from './client-address.ts';
import { isRead, validateMethod } from './methods.ts';
import type { PageRequest, ParsedRequest } from './parsed-request.ts';
import { sendJsonError, sendTooManyRequests } from './plain-responses.ts';
import type { RateLimiter } from './rate-limit.ts';
import { dropOrigin, hasReadableHost, setClientAddress, validateHeaders } from './request-headers.ts';
import { ASSETS, type Classify } from './request-kind.ts';
import { type RequestLog, requestIdOf } from './request-log.ts';
import { isOwnOrigin } from './same-origin.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { type NormalizedUrl, normalizeUrl } from './url-normalization.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export type Pipeline = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (parsed: ParsedRequest) => void,
) => Promise<void>;

type Failure = { readonly statusCode: number; readonly message: string };

const redirect = (response: ServerResponse, status: 307 | 308, location: string, maxAgeS: number): void => {
  response.writeHead(status, { location, 'cache-control': `public, max-age=${maxAgeS}` });
  response.end();
};

type PipelineOptions = Pick<FrameworkSettings, 'url' | 'trailingSlash' | 'trustProxy'> & {
  /** False in the development server, which sends no content security policy because its pages need inline scripts. */
  readonly isProduction: boolean;
  readonly routing: Required<RoutingPort>;
  readonly classify: Classify;
  /** The page that a canonical URL belongs to; null if it belongs to no page. */
  readonly toPageRequest: (pathname: string, search: string) => PageRequest | null;
  readonly securityHeaders: SecurityHeaders;
  readonly openLogEntry: RequestLog;
  readonly limits: RateLimiter;
  /** Handlers by path; each gets requests of every method. */
  readonly endpoints: Readonly<Record<string, Handler>>;
  /** Paths of endpoints that other websites may post to: these endpoints verify a signature and ignore cookies. */
  readonly crossOriginPaths: ReadonlySet<string>;
  /**
   * Handlers of `/healthz`, `/readyz` and `/metrics`, by path. They get only GET and HEAD requests, which are exempt
   * from rate limiting.
   */
  readonly health: Readonly<Record<string, Handler>>;
  readonly sendErrorPage: (request: IncomingMessage, response: ServerResponse, failure: Failure) => Promise<void>;
  /** The status and the message of the error page for a malformed URL. */
  readonly notFound: (target: string) => Failure;
};

/** The maximum number of characters of a malformed URL that the error page shows. */
const MAX_SHOWN = 200;
const CROSS_ORIGIN_FORM: Failure = { statusCode: 403, message: 'This form belongs to another website.' };

/** Reading static assets, health checks and metrics is exempt from rate limiting. */
const isExempt = (method: string | undefined, url: NormalizedUrl): boolean =>
  url.kind === 'accept' && isRead(method) && (url.requestKind === 'operation' || url.pathname.startsWith(ASSETS));

/**
 * The stages before static files and pages, in production and in development: request id and log, security headers,
 * header validation, client address, URL normalization, rate limit, redirects, origin check, endpoints, methods,
 * health.
 */
export const createPipeline = ({
  url: siteUrl,
  isProduction,
  trailingSlash,
  routing,
  classify,
  toPageRequest,
  trustProxy,
  securityHeaders,
  openLogEntry,
  limits,
  endpoints,
  crossOriginPaths,
  health,
  sendErrorPage,
  notFound,
}: PipelineOptions): Pipeline => {
  const clientAddressOf = createClientAddress(trustProxy);
  const headers = Object.entries(securityHeaders).filter(
    ([name]) => isProduction || name !== 'content-security-policy',
  );

  return async (request, response, next) => {
    const id = requestIdOf(request);
    const logEntry = openLogEntry(request, response, id);
    response.setHeader('x-request-id', id);
    for (const [name, value] of headers) response.setHeader(name, value);

    const headerError = validateHeaders(request) ?? (hasReadableHost(request) ? null : 400);
    if (headerError !== null) {
      sendJsonError(response, headerError);
      return;
    }
    const address = clientAddressOf(request);
    setClientAddress(request, address);

    const target = request.url ?? '/';
    const url = normalizeUrl(target, { trailingSlash, toCanonicalPath: routing.toCanonicalPath, classify });
    if (url.kind === 'accept') logEntry.kind = url.requestKind;
    const waitS = isExempt(request.method, url) ? null : await limits.take(address);
    if (waitS !== null) {
      sendTooManyRequests(response, logEntry.kind, waitS);
      return;
    }
    if (url.kind === 'redirect') {
      redirect(response, 308, url.location, 3_600);
      return;
    }
    if (url.kind === 'too-long') {
      sendJsonError(response, 414);
      return;
    }
    if (url.kind === 'reject') {
      void sendErrorPage(request, response, notFound(target.slice(0, MAX_SHOWN)));
      return;
    }
    const { requestKind: kind, pathname, search } = url;
    const page = toPageRequest(pathname, search);
    request.url = pathname + search;

    const location = page && routing.redirectOf(page.path);
    if (location && page.kind !== 'document') {
      // Not 404: then the client router would show the error page. For any other error status it loads the document,
      // which redirects.
      sendJsonError(response, 410);
      return;
    }
    if (location) {
      // Temporary, since the operator may bring the page back.
      redirect(response, 307, location, 300);
      return;
    }

    const endpoint = endpoints[pathname];
    if (!isRead(request.method) && !crossOriginPaths.has(pathname) && !isOwnOrigin(request.headers, siteUrl)) {
      if (endpoint || kind !== 'page') sendJsonError(response, 403, CROSS_ORIGIN_FORM.message);
      else void sendErrorPage(request, response, CROSS_ORIGIN_FORM);
      return;
    }
    if (!isRead(request.method)) dropOrigin(request);
    if (endpoint) {
      endpoint(request, response);
      return;
    }

    const rejection = validateMethod(request.method, kind, request.headers['content-type']);
    if (rejection !== null) {
      response.setHeader('allow', rejection.allow);
      sendJsonError(response, rejection.statusCode);
      return;
    }

    const healthEndpoint = health[pathname];
    if (healthEndpoint) healthEndpoint(request, response);
    else next({ kind, pathname, search, page, address });
  };
};
