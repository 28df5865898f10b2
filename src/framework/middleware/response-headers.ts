import 'server-only';
import type { MiddlewareHandler } from 'hono';
import type { Env } from '../context.ts';

/**
 * Adds the security headers and the request id to a response. A header that the response has already stays. Stored
 * responses have them all: touching the headers of a finished response takes as long as sending it.
 */
export const responseHeaders = (securityHeaders: Readonly<Record<string, string>>): MiddlewareHandler<Env> => {
  const entries = Object.entries(securityHeaders);
  return async (c, next) => {
    await next();
    if (c.get('hasAllHeaders')) return;
    const { headers } = c.res;
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value);
    headers.set('x-request-id', c.get('requestId'));
  };
};
