import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from '../http/methods.ts';
import { log } from '../log.ts';
import type { ErrorPages } from './error-pages.ts';
import type { RouteFailure } from './route-validation.ts';

/** `Retry-After` in seconds while the CMS does not tell whether a page exists. */
export const RETRY_AFTER_S = 60;

export type SendErrorPage = (
  request: IncomingMessage,
  response: ServerResponse,
  failure: RouteFailure,
) => Promise<void>;

/** Answers a Node request with an error page. Never rejects. */
export const createErrorResponder =
  (errorPages: ErrorPages): SendErrorPage =>
  async (request, response, failure) => {
    try {
      const { status, headers, html } = await errorPages.read(failure);
      // Not compressed: errors are cheap to cause, so they must be cheap to answer.
      response.writeHead(status, {
        ...headers,
        'content-length': Buffer.byteLength(html),
        'cache-control': isRead(request.method) ? 'public, max-age=0, must-revalidate' : 'no-store',
        ...(status === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
      });
      response.end(request.method === 'HEAD' ? undefined : html);
    } catch (error) {
      log.error({ err: error }, 'an error page could not be sent');
      response.destroy();
    }
  };
