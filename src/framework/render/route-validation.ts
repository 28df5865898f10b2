/** The status and the message of an error page. */
export type RouteFailure = { readonly statusCode: number; readonly message: string };

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
