import 'server-only';

/** Whether a method may be used on a path: `allow` is what the refusal names, `statusCode` how it is refused. */
export type MethodValidation =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly statusCode: 405 | 415; readonly allow: string };

const READS = ['GET', 'HEAD'];

/** Whether a method only reads, so that any website may have a browser use it. */
export const isRead = (method: string | undefined): boolean => READS.includes(method ?? '');

const isAction = (path: string): boolean => path.startsWith('/RSC/F/');
const isFile = (path: string): boolean => /\.[A-Za-z0-9]+$/.test(path) && !path.endsWith('.php');

/**
 * Pages are read, and take forms as browsers without scripts send them (multipart); server actions take POST; files,
 * payloads and endpoints are only read. Everything else is refused before it reaches Waku, which answers any method.
 */
export const validateMethod = (method: string, path: string, contentType: string | undefined): MethodValidation => {
  if (isRead(method)) return isAction(path) ? { kind: 'refuse', statusCode: 405, allow: 'POST' } : { kind: 'accept' };
  if (isAction(path))
    return method === 'POST' ? { kind: 'accept' } : { kind: 'refuse', statusCode: 405, allow: 'POST' };

  const takesForms = !isFile(path) && !path.startsWith('/RSC/') && !path.startsWith('/api/');
  if (method !== 'POST' || !takesForms) {
    return { kind: 'refuse', statusCode: 405, allow: takesForms ? 'GET, HEAD, POST' : 'GET, HEAD' };
  }
  return contentType?.startsWith('multipart/form-data')
    ? { kind: 'accept' }
    : { kind: 'refuse', statusCode: 415, allow: 'GET, HEAD, POST' };
};
