/** What a page, or the server in front of it, says instead of a page. */
export type RouteFailure = { readonly statusCode: number; readonly message: string };

/**
 * What a page may declare: `true` lets the visitor in, `false` answers 'Page Not Found: {path}', an object its own
 * status and message (specification §5).
 */
export type RouteValidation = boolean | RouteFailure;

/** What an error page says before path and query: that nothing is there, or that a route refused it (specification §5). */
export const NOT_FOUND = 'Page not found: ';
export const ROUTE_REJECTED = 'Page Not Found: ';

/** What is said instead while the content system is away, which alone knows whether there is such a page. */
export const TEMPORARILY_UNAVAILABLE = 'Not available at the moment: ';

/** What a visitor is told when something of ours fails. */
export const INTERNAL_ERROR: RouteFailure = { statusCode: 500, message: 'Internal Server Error' };
