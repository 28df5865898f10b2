import 'server-only';
import { log } from '../log.ts';
import { imageHeaders } from '../middleware/index.ts';
import type { PreviewPort } from '../site-options.ts';
import type { ErrorPage } from './error-pages.ts';
import { type DocumentOptions, postProcessHtml } from './html-document.ts';
import { RenderDroppedError, type RenderQueue, RenderQueueFullError } from './render-queue.ts';
import { createRenderQueues } from './render-queues.ts';
import { renderForNavigation, setRouteValidated } from './request-state.ts';
import { getRouteFailure, setRouteFailure } from './route-failure.ts';
import { INTERNAL_ERROR, type RouteFailure } from './route-validation.ts';
import { PAYLOAD_CONTENT_TYPE, type RscPayloadStore } from './rsc-payload-store.ts';
import { ERROR_PAGE, isRscUrl } from './waku-urls.ts';

/** Waku's request handler. Null: Waku has no response. */
export type ProcessRequest = (request: Request) => Promise<Response | null>;

/** A response of Waku, post-processed, without content encoding. */
export type Rendered = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The version of the RSC payload that hydrates the document; null if it has none. */
  readonly payloadVersion: string | null;
};

export type PreviewRendering<Draft = unknown> = Pick<PreviewPort<Draft>, 'run'> & {
  /** The draft that a client with this `Cookie` header may see, or null. */
  readonly draftOf: (cookies: string | undefined) => Draft | null;
  /** Whether the current call runs within `run`. */
  readonly isActive: () => boolean;
};

type RendererOptions = {
  readonly processRequest: ProcessRequest;
  /** False under the development server, which needs the scripts that Waku writes. */
  readonly isProduction: boolean;
  /** The origin of the site. */
  readonly url: string;
  readonly document: Omit<DocumentOptions, 'isHydrated'>;
  readonly preview: Pick<PreviewRendering, 'isActive'>;
  readonly payloads: RscPayloadStore;
};

export const isHtml = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') ?? false;

/** Renders with Waku, within the concurrency limits of the render queues, and post-processes the result. */
export const createRenderer = ({ processRequest, isProduction, url, document, preview, payloads }: RendererOptions) => {
  const queues = createRenderQueues({ isProduction });

  const render = async (request: Request, queue: RenderQueue, signal?: AbortSignal): Promise<Response | null> => {
    const renderCompletely = async () => {
      const response = await processRequest(request);
      // Inside the queue, because rendering is complete only when the body has ended.
      return response?.body ? new Response(await response.arrayBuffer(), response) : response;
    };
    const run = () => queue.run(renderCompletely, signal);
    try {
      return await (isRscUrl(new URL(request.url).pathname) ? renderForNavigation(run) : run());
    } catch (error) {
      if (error instanceof RenderQueueFullError || error instanceof RenderDroppedError) throw error;
      log.error({ err: error }, 'rendering failed');
      return new Response(null, { status: 500 });
    }
  };

  const processHtml = (html: string, options: { isHydrated: boolean; isLongLived: boolean }) => {
    if (!isProduction) return { html, payloadVersion: null };
    const processed = postProcessHtml(html, { ...document, isHydrated: options.isHydrated });
    if (processed.payload) payloads.add(processed.payload, options);
    return { html: processed.html, payloadVersion: processed.payload?.version ?? null };
  };

  /**
   * Post-processes a response of Waku or of an endpoint. Three kinds of documents are not hydrated: the response to a
   * form, whose payload could not be fetched again from any URL; an error page, which is the same for every URL; and a
   * preview.
   *
   * @param isLongLived whether the document stays in the response cache for more than a few seconds.
   */
  const postProcess = async (
    { method }: Request,
    response: Response,
    { isLongLived = false }: { readonly isLongLived?: boolean } = {},
  ): Promise<Rendered> => {
    const { status } = response;
    const headers = new Headers(response.headers);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!isHtml(response)) {
      const type = headers.get('content-type');
      for (const [name, value] of Object.entries(imageHeaders(type))) headers.set(name, value);
      if (!headers.has('content-type')) headers.set('content-type', PAYLOAD_CONTENT_TYPE);
      return { status, headers, bytes, payloadVersion: null };
    }
    const isHydrated = method !== 'POST' && status < 400 && !preview.isActive();
    const { html, payloadVersion } = processHtml(new TextDecoder().decode(bytes), { isHydrated, isLongLived });
    return { status, headers, bytes: new TextEncoder().encode(html), payloadVersion };
  };

  return {
    postProcess,

    /**
     * Renders for one client when its turn comes, unless the client has disconnected by then.
     *
     * @param clientRequest the request as it was received.
     * @throws {RenderQueueFullError | RenderDroppedError}
     */
    renderForClient: (request: Request, clientRequest: Request): Promise<Response | null> => {
      const queue = clientRequest.method === 'POST' || preview.isActive() ? queues.action : queues.client;
      return render(request, queue, clientRequest.signal);
    },

    /**
     * Renders a page or its RSC payload for the response cache, without headers, cookies or body of a client's request.
     *
     * @param path path and query of a request that `validateRoute` has accepted.
     * @returns `rendered`: null if Waku has no response or rendering failed; `failure`: what the page reported, or
     *   `INTERNAL_ERROR`.
     */
    renderForCache: async (
      path: string,
      { isLongLived }: { readonly isLongLived: boolean },
    ): Promise<{ readonly rendered: Rendered | null; readonly failure: RouteFailure | null }> => {
      const request = new Request(new URL(path, url));
      setRouteValidated(request);
      const response = await render(request, queues.shared);
      if (response === null) return { rendered: null, failure: null };
      if (response.status >= 500) return { rendered: null, failure: INTERNAL_ERROR };
      return { rendered: await postProcess(request, response, { isLongLived }), failure: getRouteFailure(request) };
    },

    /** The error page with a message; null if it cannot be rendered. */
    renderErrorPage: async (failure: RouteFailure): Promise<Omit<ErrorPage, 'status'> | null> => {
      const request = new Request(new URL(ERROR_PAGE, url));
      setRouteFailure(request, failure);
      try {
        const response = await render(request, queues.shared);
        if (response?.status !== 200) return null;
        const errorResponse = new Response(response.body, { status: failure.statusCode, headers: response.headers });
        const { headers, bytes } = await postProcess(request, errorResponse);
        return { headers: Object.fromEntries(headers), html: new TextDecoder().decode(bytes) };
      } catch (error) {
        log.error({ err: error }, 'the error page could not be rendered');
        return null;
      }
    },
  };
};

export type Renderer = ReturnType<typeof createRenderer>;
