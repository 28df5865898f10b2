import 'server-only';
import type { MiddlewareHandler } from 'hono';
import type { Env } from '../context.ts';
import type { Fail } from '../render/index.ts';
import { toRedirect } from '../responses.ts';

const MAX_AGE_S = 300;

/** Redirects pages that the operator hosts elsewhere; temporarily, since the operator may bring a page back. */
export const redirects =
  (fail: Fail, redirectOf: (path: string) => string | null): MiddlewareHandler<Env> =>
  async (c, next) => {
    const page = c.get('pageRequest');
    const location = page && redirectOf(page.path);
    if (!location) return next();
    // Not 404: then the client router would show the error page. For any other error status it loads the document, which
    // redirects.
    if (page.kind !== 'document') return fail(c, { statusCode: 410 });
    return toRedirect({ location, status: 307, maxAgeS: MAX_AGE_S });
  };
