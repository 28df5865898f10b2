import 'server-only';

/** What a form of the site may send: the application carries a domain list of 1 MB. */
const MULTIPART_LIMIT = 1_258_291;
const OTHER_LIMIT = 64 * 1024;

const limitOf = (contentType: string | null): number =>
  contentType?.startsWith('multipart/form-data') ? MULTIPART_LIMIT : OTHER_LIMIT;

/**
 * The request with its body read, before anything parses it; null when the body is larger than its kind may be (64 KB,
 * 1.2 MB for a form). What is over the limit is not read.
 */
export const withBoundedBody = async (request: Request): Promise<Request | null> => {
  if (request.body === null) return request;
  const limit = limitOf(request.headers.get('content-type'));
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) });
};
