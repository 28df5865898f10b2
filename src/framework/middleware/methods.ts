import 'server-only';
import type { RequestKind } from './request-kind.ts';

type Rejection = { readonly statusCode: 405 | 415; readonly allow: string };

/** Whether a method only reads (GET or HEAD). Requests with these methods are accepted from pages of every origin. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/**
 * Validates the method of a request. Pages can be read, and accept the multipart forms that browsers post without
 * scripts; server actions accept POST; everything else is read-only.
 *
 * @returns the status and the `Allow` header of the response; null if the method is allowed.
 */
export const validateMethod = (
  method: string | undefined,
  kind: RequestKind,
  contentType: string | undefined,
): Rejection | null => {
  if (kind === 'action') return method === 'POST' ? null : { statusCode: 405, allow: 'POST' };
  if (isRead(method)) return null;
  if (kind !== 'page') return { statusCode: 405, allow: 'GET, HEAD' };
  const allow = 'GET, HEAD, POST';
  if (method !== 'POST') return { statusCode: 405, allow };
  return contentType?.startsWith('multipart/form-data') ? null : { statusCode: 415, allow };
};
