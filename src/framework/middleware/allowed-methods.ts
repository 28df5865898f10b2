import 'server-only';
import type { MiddlewareHandler } from 'hono';
import type { Env, RequestKind } from '../context.ts';
import type { Fail } from '../render/index.ts';

type Rejection = { readonly statusCode: 405 | 415; readonly allow: string };

/**
 * Validates the method of a request. Pages can be read, and accept the multipart forms that browsers post without
 * scripts; server actions accept POST; everything else is read-only.
 *
 * @returns the status and the `Allow` header of the response; null if the method is allowed.
 */
const validateMethod = (method: string, kind: RequestKind, contentType: string | undefined): Rejection | null => {
  if (kind === 'action') return method === 'POST' ? null : { statusCode: 405, allow: 'POST' };
  if (method === 'GET' || method === 'HEAD') return null;
  if (kind !== 'page') return { statusCode: 405, allow: 'GET, HEAD' };
  const allow = 'GET, HEAD, POST';
  if (method !== 'POST') return { statusCode: 405, allow };
  return contentType?.startsWith('multipart/form-data') ? null : { statusCode: 415, allow };
};

/** Rejects methods that the kind of a request does not allow; endpoints before it check their own. */
export const allowedMethods =
  (fail: Fail): MiddlewareHandler<Env> =>
  (c, next) => {
    const rejection = validateMethod(c.req.method, c.get('kind') ?? 'page', c.req.header('content-type'));
    return rejection ? fail(c, { statusCode: rejection.statusCode, headers: { allow: rejection.allow } }) : next();
  };
