import 'server-only';
import { log } from '../log.ts';
import { CLIENT_CLOSED_REQUEST, readBody } from '../middleware/index.ts';
import type { ContentPort, ResolvedOptions } from '../site-options.ts';
import { type ActionLookup, createActionGuard } from './action-guard.ts';
import { toClientResponse } from './client-response.ts';
import type { ErrorPages } from './error-pages.ts';
import { IncompleteDocumentError, toPayloadVersion } from './html-document.ts';
import type { PageDirectory } from './page-directory.ts';
import { toPageRequest } from './page-request.ts';
import { RenderDroppedError, RenderQueueFullError } from './render-queue.ts';
import { isHtml, type Renderer } from './renderer.ts';
import { getRouteFailure } from './route-failure.ts';
import { INTERNAL_ERROR, NOT_FOUND, type RouteFailure } from './route-validation.ts';
import { PAYLOAD_CONTENT_TYPE, PAYLOAD_HEADERS, type RscPayloadStore } from './rsc-payload-store.ts';
import { ERROR_PAGE, isRscUrl, isStoredPayloadUrl, parseStoredPayloadUrl, toPayloadUrl } from './waku-urls.ts';

type RequestHandlerOptions = Pick<ResolvedOptions, 'tooLargeMessage'> & {
  readonly renderer: Renderer;
  readonly errorPages: ErrorPages;
  readonly pages: PageDirectory;
  readonly payloads: RscPayloadStore;
  readonly hasAction: ActionLookup;
  readonly content: Pick<ContentPort, 'withBudget'>;
  readonly isPreview: () => boolean;
  /** False under the development server. */
  readonly isProduction: boolean;
};

const ERROR_PAGE_PAYLOAD = toPayloadUrl(ERROR_PAGE, '');
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const BUSY: RouteFailure = { statusCode: 503, message: 'Too many visitors at once' };
/** `Retry-After` in seconds while the render queue is full: a full queue takes about as long to empty. */
const BUSY_RETRY_AFTER_S = 2;

const toPlainText = (text: string, status: number): Response => new Response(text, { status, headers: PLAIN_TEXT });

/** Endpoints do not export HEAD. They are called with GET instead, and `toClientResponse` omits the body. */
const toGet = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;

const withoutBody = async (response: Response): Promise<Response> => {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
};

const toNotFound = ({ pathname, search }: URL): RouteFailure => ({
  statusCode: 404,
  message: NOT_FOUND + pathname + search,
});

/** Answers requests that bypass the response cache, such as server actions, endpoints and searches. */
export const createRequestHandler = ({
  renderer,
  errorPages,
  pages,
  payloads,
  hasAction,
  content,
  isPreview,
  isProduction,
  tooLargeMessage,
}: RequestHandlerOptions) => {
  const guardAction = createActionGuard(hasAction);

  const finish = async (request: Request, response: Response): Promise<Response> => {
    // An endpoint that supports ranges streams its body: videos and downloads are too large to buffer, and are not
    // compressed.
    if (response.headers.has('accept-ranges')) return request.method === 'HEAD' ? withoutBody(response) : response;
    if (response.body === null || response.status === 304)
      return new Response(null, { status: response.status, headers: response.headers });
    return toClientResponse(request, await renderer.postProcess(request, response), { isPreview: isPreview() });
  };

  const finishError = async (request: Request, failure: RouteFailure): Promise<Response> => {
    const { status, headers, html } = await errorPages.read(failure);
    const rendered = { status, headers: new Headers(headers), bytes: new TextEncoder().encode(html) };
    return toClientResponse(request, rendered, { isPreview: isPreview() });
  };

  /** The rendered document, or the failure that the error page shows. */
  const answerDocument = async (
    request: Request,
    url: URL,
    clientRequest: Request,
  ): Promise<Response | RouteFailure> => {
    const response = await renderer.renderForClient(request, clientRequest);
    if (response && response.status < 400 && url.pathname !== ERROR_PAGE) return response;
    if (response?.status === 404 && isHtml(response)) return response;
    // In development the browser shows the error, which it reads from the payload in the document.
    if (response && !isProduction && isHtml(response)) return response;
    const isServerError = response !== null && response.status >= 500;
    return getRouteFailure(request) ?? (isServerError ? INTERNAL_ERROR : toNotFound(url));
  };

  /**
   * The payload of a page or of the error page. A failure results in plain text: after a 404, the router requests the
   * payload of the error page at its own URL.
   */
  const answerPayload = async (request: Request, url: URL, clientRequest: Request): Promise<Response> => {
    const response = await renderer.renderForClient(request, clientRequest);
    const failure = getRouteFailure(request);
    if (!response || (failure && url.pathname !== ERROR_PAGE_PAYLOAD)) {
      return toPlainText('Not Found', failure?.statusCode ?? 404);
    }
    return response;
  };

  /**
   * The payload of a document that was sent. If the payload was evicted from the store, the page at the path in
   * `?path=` is rendered again.
   */
  const answerStoredPayload = async (url: URL, clientRequest: Request): Promise<Response> => {
    const version = parseStoredPayloadUrl(url.pathname);
    const stored = version === null ? null : payloads.readText(version);
    if (stored !== null) return new Response(stored, { headers: PAYLOAD_HEADERS });
    const path = url.searchParams.get('path');
    if (version === null || path === null || !/^\/(?!\/)/.test(path)) return toPlainText('Not Found', 404);

    const page = new URL(path, url);
    const request = new Request(new URL(toPayloadUrl(page.pathname, page.search.slice(1)), url));
    const response = await renderer.renderForClient(request, clientRequest);
    if (!response || getRouteFailure(request)) return toPlainText('Not Found', 404);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return new Response(bytes, {
      status: response.status,
      headers: {
        'content-type': PAYLOAD_CONTENT_TYPE,
        'cache-control': 'no-store',
        // This may not be the payload that the URL names, and it may be of another build.
        'x-payload-version': `${import.meta.env.WAKU_BUILD_ID} ${toPayloadVersion(bytes)}`,
      },
    });
  };

  const answerEndpoint = async (request: Request, pathname: string): Promise<Response | null> => {
    try {
      return await pages.answerEndpoint(request, pathname);
    } catch (error) {
      log.error({ err: error }, 'an endpoint failed');
      return Response.json({ statusCode: 500, statusMessage: 'Internal Server Error' }, { status: 500 });
    }
  };

  const answerContent = async (path: string): Promise<Response | null> => {
    try {
      const match = await pages.findPage(path);
      const value = (await match?.page.readContent?.(match.params)) ?? null;
      return value === null ? null : Response.json(value);
    } catch (error) {
      log.error({ err: error }, 'the content of a page could not be read');
      return null;
    }
  };

  const answer = async (request: Request, url: URL, clientRequest: Request): Promise<Response | RouteFailure> => {
    if (isRscUrl(url.pathname)) return answerPayload(request, url, clientRequest);
    if (isStoredPayloadUrl(url.pathname)) return answerStoredPayload(url, clientRequest);
    const endpoint = await answerEndpoint(request, url.pathname);
    if (endpoint) return endpoint.status === 404 ? toNotFound(url) : endpoint;
    const page = toPageRequest(url.pathname, url.search);
    const content = page?.kind === 'content' ? await answerContent(page.path) : null;
    return content ?? answerDocument(request, url, clientRequest);
  };

  /** The response while the render queue is full: an error page, or plain text for scripts. */
  const answerBusy = async (request: Request, { pathname }: URL): Promise<Response> => {
    const isForScript = isRscUrl(pathname) || isStoredPayloadUrl(pathname);
    const response = isForScript ? toPlainText(BUSY.message, BUSY.statusCode) : await finishError(request, BUSY);
    response.headers.set('retry-after', String(BUSY_RETRY_AFTER_S));
    response.headers.set('cache-control', 'no-store');
    return response;
  };

  const answerTooLarge = (request: Request, { pathname }: URL): Response | Promise<Response> => {
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data');
    return isForm && !isRscUrl(pathname)
      ? finishError(request, { statusCode: 413, message: tooLargeMessage })
      : Response.json({ statusCode: 413, statusMessage: 'Payload Too Large' }, { status: 413 });
  };

  return async (clientRequest: Request): Promise<Response> => {
    const url = new URL(clientRequest.url);
    try {
      const body = clientRequest.body && (await readBody(clientRequest));
      if (clientRequest.body && body === null) return await answerTooLarge(clientRequest, url);
      const buffered = body
        ? new Request(url, { method: clientRequest.method, headers: clientRequest.headers, body })
        : clientRequest;
      const rejection = await guardAction(buffered);
      if (rejection && isRscUrl(url.pathname)) {
        return await finish(clientRequest, toPlainText(rejection.message, rejection.statusCode));
      }
      if (rejection) return await finishError(clientRequest, rejection);
      const outcome = await content.withBudget(() => answer(toGet(buffered), url, clientRequest));
      return 'statusCode' in outcome ? await finishError(clientRequest, outcome) : await finish(clientRequest, outcome);
    } catch (error) {
      if (error instanceof RenderQueueFullError) return answerBusy(clientRequest, url);
      if (error instanceof IncompleteDocumentError) {
        log.error({ err: error, path: url.pathname }, 'an incomplete page was rejected');
        return finishError(clientRequest, INTERNAL_ERROR);
      }
      if (error instanceof RenderDroppedError || clientRequest.signal.aborted) {
        return new Response(null, { status: CLIENT_CLOSED_REQUEST });
      }
      throw error;
    }
  };
};
