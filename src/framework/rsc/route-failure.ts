import 'server-only';
import { NOT_FOUND, ROUTE_REJECTED, type RouteFailure, type RouteValidation } from './route-validation.ts';
import { getRequest, notFound } from './waku.ts';
import { parsePayloadUrl } from './waku-urls.ts';

const failures = new WeakMap<Request, RouteFailure>();

/** Path and query as the address bar shows them, also if the page is requested as an RSC payload. */
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

/** For the error page: why the current request failed. If no failure was recorded, the page does not exist. */
export const currentRouteFailure = (): RouteFailure => {
  const request = getRequest();
  return getRouteFailure(request) ?? failAsNotFound(request);
};

/**
 * Ends the render of a page with an error page. It must not be called inside a Suspense boundary, where an error does
 * not change the status of the response.
 *
 * @throws always: Waku's own signal, which must not be caught.
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
 * Ends the render of a page with `Page not found: {path}` and status 404.
 *
 * @throws always: Waku's own signal, which must not be caught.
 */
export const pageNotFound = (): never => {
  failAsNotFound(getRequest());
  return notFound();
};

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => requestedPath(getRequest()).split('?')[0] ?? '/';
