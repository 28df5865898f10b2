import 'server-only';
import { currentContext, type RouteFailure } from '../context.ts';

/**
 * The result of a page's `validateRoute`: `true` renders the page, `false` answers `Page Not Found: {path}` with 404,
 * an object answers with its own status and message.
 */
export type RouteValidation = boolean | RouteFailure;

/** The messages of error pages if there is no page, and if `validateRoute` returned false. The path is appended. */
export const NOT_FOUND = 'Page not found: ';
export const ROUTE_REJECTED = 'Page Not Found: ';

/**
 * The message of a 503, to which the path is appended: the CMS does not answer, so it is unknown whether the page
 * exists.
 */
export const TEMPORARILY_UNAVAILABLE = 'Not available at the moment: ';

export const INTERNAL_ERROR: RouteFailure = { statusCode: 500, message: 'Internal Server Error' };

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => currentContext()?.get('pageRequest')?.path ?? '/';

/** For the error page: why the current request failed. If no failure was recorded, it is a 404. */
export const currentRouteFailure = (): RouteFailure => {
  const c = currentContext();
  const { path = '/', query = '' } = c?.get('pageRequest') ?? {};
  return c?.get('failure') ?? { statusCode: 404, message: NOT_FOUND + path + (query && `?${query}`) };
};
