import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from '../http/methods.ts';
import { log } from '../log.ts';
import type { Renderer } from './renderer.ts';
import type { RouteFailure } from './route-validation.ts';

/** `Retry-After` in seconds while the content system cannot say whether a page exists. */
export const RETRY_S = 60;

/** Answers with the error page, which is not rendered for that (`error-documents.ts`). Never rejects. */
export const createErrorResponder =
  ({ errorPageOf }: Pick<Renderer, 'errorPageOf'>) =>
  async (request: IncomingMessage, response: ServerResponse, failure: RouteFailure): Promise<void> => {
    try {
      const { status, headers, html } = await errorPageOf(failure);
      // Not compressed: errors are cheap to cause, so nothing is spent on them.
      response.writeHead(status, {
        ...headers,
        'content-length': Buffer.byteLength(html),
        'cache-control': isRead(request.method) ? 'public, max-age=0, must-revalidate' : 'no-store',
        ...(status === 503 && { 'retry-after': String(RETRY_S) }),
      });
      response.end(request.method === 'HEAD' ? undefined : html);
    } catch (error) {
      log.error({ err: error }, 'an error page could not be sent');
      response.destroy();
    }
  };
