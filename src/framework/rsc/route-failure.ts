import 'server-only';
import { NOT_FOUND, ROUTE_REJECTED, type RouteFailure, type RouteValidation } from './route-validation.ts';
import { getRequest, notFound } from './waku.ts';
import { parsePayloadUrl } from './waku-urls.ts';

const failures = new WeakMap<Request, RouteFailure>();

/** Path and query as the visitor's address bar shows them, also when the page is asked for as an RSC payload. */
const requestedPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  const payload = parsePayloadUrl(pathname, search);
  return payload ? payload.path + (payload.query && `?${payload.query}`) : pathname + search;
};

/** Remembers why a request fails, for the error page that answers it. */
export const setRouteFailure = (request: Request, failure: RouteFailure): void => {
  failures.set(request, failure);
};

/** Why this request failed, if something said so. */
export const getRouteFailure = (request: Request): RouteFailure | null => failures.get(request) ?? null;

const failAsUnknown = (request: Request): RouteFailure => {
  const failure = { statusCode: 404, message: NOT_FOUND + requestedPath(request) };
  setRouteFailure(request, failure);
  return failure;
};

/** For the error page: what went wrong with the request being rendered. Nothing said otherwise: no such page. */
export const currentRouteFailure = (): RouteFailure => {
  const request = getRequest();
  return getRouteFailure(request) ?? failAsUnknown(request);
};

/**
 * Ends the rendering of a page with an error page. Call it before anything that streams: later the status is gone.
 *
 * @throws always: Waku's own signal, which must not be caught.
 */
export const refuse = (verdict: Exclude<RouteValidation, true>): never => {
  const request = getRequest();
  setRouteFailure(
    request,
    verdict === false ? { statusCode: 404, message: ROUTE_REJECTED + requestedPath(request) } : verdict,
  );
  return notFound();
};

/** The page does not exist: 'Page not found: {path}' with status 404. */
export const pageNotFound = (): never => {
  failAsUnknown(getRequest());
  return notFound();
};

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => requestedPath(getRequest()).split('?')[0] ?? '/';
