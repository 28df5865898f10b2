import 'server-only';
import { NOT_FOUND, ROUTE_REJECTED, type RouteFailure, type RouteValidation } from './route-validation.ts';
import { getRequest, notFound } from './waku.ts';
import { parsePayloadUrl } from './waku-urls.ts';

const failures = new WeakMap<Request, RouteFailure>();

/** Path and query of the rendered page, without a trailing slash; the same for a document and for its RSC payload. */
const requestedPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  const payload = parsePayloadUrl(pathname, search);
  return payload ? payload.path + (payload.query && `?${payload.query}`) : pathname + search;
};

/** Records why a request fails, for the error page that answers it. */
export const setRouteFailure = (request: Request, failure: RouteFailure): void => {
  failures.set(request, failure);
};

/** Why a request failed; null if no failure was recorded. */
export const getRouteFailure = (request: Request): RouteFailure | null => failures.get(request) ?? null;

const failAsNotFound = (request: Request): RouteFailure => {
  const failure = { statusCode: 404, message: NOT_FOUND + requestedPath(request) };
  setRouteFailure(request, failure);
  return failure;
};

/** For the error page: why the current request failed. If no failure was recorded, it records a 404. */
export const currentRouteFailure = (): RouteFailure => {
  const request = getRequest();
  return getRouteFailure(request) ?? failAsNotFound(request);
};

/**
 * Ends the render of a page with an error page. It must not be called inside a Suspense boundary, where an error does
 * not change the status of the response.
 *
 * @throws always: Waku's not-found error. Callers must not catch it, because Waku handles it.
 */
export const rejectRoute = (validation: Exclude<RouteValidation, true>): never => {
  const request = getRequest();
  setRouteFailure(
    request,
    validation === false ? { statusCode: 404, message: ROUTE_REJECTED + requestedPath(request) } : validation,
  );
  return notFound();
};

/**
 * Ends the render of a page with status 404 and `Page not found: `, followed by the requested path and query.
 *
 * @throws always: Waku's not-found error. Callers must not catch it, because Waku handles it.
 */
export const pageNotFound = (): never => {
  failAsNotFound(getRequest());
  return notFound();
};

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => requestedPath(getRequest()).split('?')[0] ?? '/';
