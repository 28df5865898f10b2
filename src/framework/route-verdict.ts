/** What a page, or the server in front of it, says instead of a page. */
export type RouteFailure = { readonly statusCode: number; readonly message: string };

/**
 * What a page may declare: `true` lets the visitor in, `false` answers 'Page Not Found: {path}', an object its own
 * status and message (specification §5).
 */
export type RouteVerdict = boolean | RouteFailure;

/** What a visitor is told when something of ours fails. */
export const INTERNAL_ERROR: RouteFailure = { statusCode: 500, message: 'Internal Server Error' };
