import 'server-only';
import { matchesEtag, toEtag } from '../cache/index.ts';
import { encode, preferredEncoding } from '../middleware/index.ts';
import type { Rendered } from './renderer.ts';

const REVALIDATE = 'public, max-age=0, must-revalidate';

const isCompressible = (headers: Headers): boolean =>
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml)|javascript))/.test(headers.get('content-type') ?? '');

const cacheControlOf = (request: Request, headers: Headers, isPreview: boolean): string => {
  if (isPreview) return 'private, no-store';
  return headers.get('cache-control') ?? (request.method === 'POST' ? 'no-store' : REVALIDATE);
};

/** The response to one client: with an ETag, in the encoding that the client prefers, or `304`. */
export const toClientResponse = async (
  request: Request,
  rendered: Pick<Rendered, 'status' | 'headers' | 'bytes'>,
  { isPreview }: { readonly isPreview: boolean },
): Promise<Response> => {
  const { status } = rendered;
  const etag = toEtag(rendered.bytes);
  const headers = new Headers(rendered.headers);
  headers.set('etag', etag);
  headers.set('vary', 'accept-encoding');
  headers.set('cache-control', cacheControlOf(request, headers, isPreview));
  if (isPreview) headers.set('x-robots-tag', 'noindex, nofollow');
  if (status === 200 && matchesEtag(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }

  // Error pages are not compressed: clients can cause any number of errors, so each response must be cheap.
  const mayEncode = status < 400 && isCompressible(headers);
  const encoding = mayEncode ? preferredEncoding(request.headers.get('accept-encoding')) : null;
  const bytes = encoding ? await encode(rendered.bytes, encoding) : rendered.bytes;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : Buffer.from(bytes), { status, headers });
};
