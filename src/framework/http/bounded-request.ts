import 'server-only';
import { readBody } from './request-body.ts';

/** The request with its body read, before anything parses it; null when the body is larger than its kind may be. */
export const withBoundedBody = async (request: Request): Promise<Request | null> => {
  if (request.body === null) return request;
  const body = await readBody(request);
  return body && new Request(request.url, { method: request.method, headers: request.headers, body });
};
