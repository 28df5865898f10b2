import 'server-only';
import type { RequestKind } from './request-kind.ts';

/** Whether a method is allowed; if not, the status and the `Allow` header of the response. */
export type MethodValidation =
  | { readonly kind: 'accept' }
  | { readonly kind: 'reject'; readonly statusCode: 405 | 415; readonly allow: string };

const ACCEPT: MethodValidation = { kind: 'accept' };

/** Whether a method is safe: any website may make a browser send it. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/**
 * Validates the method of a request, since Waku answers any. Pages may be read, and take forms as browsers without scripts send them
 * (multipart); server actions take POST; everything else is read-only.
 */
export const validateMethod = (
  method: string | undefined,
  kind: RequestKind,
  contentType: string | undefined,
): MethodValidation => {
  if (kind === 'action') return method === 'POST' ? ACCEPT : { kind: 'reject', statusCode: 405, allow: 'POST' };
  if (isRead(method)) return ACCEPT;
  if (kind !== 'page') return { kind: 'reject', statusCode: 405, allow: 'GET, HEAD' };
  const allow = 'GET, HEAD, POST';
  if (method !== 'POST') return { kind: 'reject', statusCode: 405, allow };
  return contentType?.startsWith('multipart/form-data') ? ACCEPT : { kind: 'reject', statusCode: 415, allow };
};
