import 'server-only';
import type { UnencodedResponse } from '../cache/index.ts';
import { type DocumentOptions, postProcessHtml } from './html-document.ts';
import { createRenderQueue } from './render-queue.ts';
import { PAYLOAD_CONTENT_TYPE, type RscPayloadStore } from './rsc-payload-store.ts';

/** Waku's request handler. Null: Waku has no response. */
export type ProcessRequest = (request: Request) => Promise<Response | null>;

/** A complete response of Waku, post-processed. */
export type Rendered = UnencodedResponse & {
  /** The version of the RSC payload that hydrates the document; null if it has none. */
  readonly payloadVersion: string | null;
};

type RendererOptions = {
  readonly processRequest: ProcessRequest;
  /** False under the development server, which needs the scripts that Waku writes. */
  readonly isProduction: boolean;
  readonly document: Omit<DocumentOptions, 'isHydrated'>;
  readonly payloads: RscPayloadStore;
};

export type RenderOptions = {
  /**
   * The queue: for the response cache (`shared`), for one client (`client`), or for an action or a preview (`action`),
   * which mostly wait: for a captcha provider, the disk, Redis or the CMS.
   */
  readonly queue: 'shared' | 'client' | 'action';
  /** False for a document that is never hydrated, because its payload could not be fetched from any URL. */
  readonly isHydrated?: boolean;
  /** Whether the document stays in the response cache for more than a few seconds. */
  readonly isLongLived?: boolean;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
};

/** This many renders take one to two seconds. */
const MAX_WAITING = 50;
/**
 * Rendering blocks the event loop. With two renders at a time, or without the pause, new connections wait for up to 400
 * ms during a burst of searches, since the event loop accepts one connection per turn (docs/decisions/0026).
 */
const CLIENT = { concurrency: 1, maxWaiting: MAX_WAITING, pauseMs: 20 };
/** After this time a render, for example one that waits for the CMS, is rejected and no longer blocks the others. */
const CLIENT_TIMEOUT_MS = 10_000;
/** In development the first render compiles the modules of the page. */
const DEVELOPMENT_TIMEOUT_MS = 120_000;

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false;

/** Renders with Waku, within the concurrency limits of the render queues, and post-processes the result. */
export const createRenderer = ({ processRequest, isProduction, document, payloads }: RendererOptions) => {
  const queues = {
    // Unlimited: no more renders wait than there are cacheable pages, and they may all have to wait for the CMS.
    shared: createRenderQueue({ name: 'shared', concurrency: 4, maxWaiting: Infinity }),
    client: createRenderQueue({
      ...CLIENT,
      name: 'client',
      timeoutMs: isProduction ? CLIENT_TIMEOUT_MS : DEVELOPMENT_TIMEOUT_MS,
    }),
    action: createRenderQueue({ ...CLIENT, name: 'action', concurrency: 8 }),
  };

  const toRendered = (
    { status, headers }: Response,
    bytes: Uint8Array<ArrayBuffer>,
    { isHydrated = true, isLongLived = false }: RenderOptions,
  ): Rendered => {
    const own = Object.fromEntries(headers);
    const type = isHtml(headers) ? {} : { 'content-type': PAYLOAD_CONTENT_TYPE };
    if (!isHtml(headers) || !isProduction) return { status, headers: { ...type, ...own }, bytes, payloadVersion: null };
    const processed = postProcessHtml(new TextDecoder().decode(bytes), {
      ...document,
      isHydrated: isHydrated && status < 400,
    });
    if (processed.payload) payloads.add(processed.payload, { isLongLived });
    return {
      status,
      headers: own,
      bytes: new TextEncoder().encode(processed.html),
      payloadVersion: processed.payload?.version ?? null,
    };
  };

  /**
   * Renders when its turn comes, in the context of the caller. Null: Waku has no response.
   *
   * @throws {RenderQueueFullError} if too many renders are waiting.
   * @throws {RenderDroppedError} if the client disconnects before the render starts.
   * @throws {Error} if rendering fails.
   */
  return async (request: Request, options: RenderOptions): Promise<Rendered | null> => {
    const response = await queues[options.queue].run(async () => {
      const rendered = await processRequest(request);
      // Inside the queue, because rendering is complete only when the body has ended.
      return rendered && { rendered, bytes: new Uint8Array(await rendered.arrayBuffer()) };
    }, options.signal);
    return response && toRendered(response.rendered, response.bytes, options);
  };
};

export type Render = ReturnType<typeof createRenderer>;
