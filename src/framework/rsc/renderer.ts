import 'server-only';
import { isPreview, withReadBudget } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { NOT_INDEXED } from '../../site/robots.ts';
import { SPECULATION_RULES } from '../../site/speculation-rules.ts';
import { matchesEtag, toEtag } from '../cache/cached-response.ts';
import { withBoundedBody } from '../http/bounded-request.ts';
import { encode, preferredEncoding } from '../http/content-encoding.ts';
import { IMAGE_SECURITY_POLICY, isRasterImage } from '../http/security-headers.ts';
import { log } from '../log.ts';
import { type ActionLookup, createActionGuard } from './action-guard.ts';
import { createErrorPages, type RenderedErrorPage } from './error-pages.ts';
import { insertAtBodyStart, postProcessHtml } from './html-document.ts';
import { renderForNavigation } from './navigation-render.ts';
import type { PageDirectory } from './page-directory.ts';
import {
  createRenderQueue,
  RenderDroppedError,
  RenderQueueFullError,
  type RenderQueueMetrics,
} from './render-queue.ts';
import { getRouteFailure, setRouteFailure } from './route-failure.ts';
import { INTERNAL_ERROR, NOT_FOUND, type RouteFailure } from './route-validation.ts';
import { createRscPayloadStore } from './rsc-payload-store.ts';
import { isRscUrl, isStoredPayloadUrl, toPayloadUrl } from './waku-urls.ts';

type ProcessRequest = (request: Request) => Promise<Response | null>;

const ERROR_PAGE = '/404';
const ERROR_PAYLOAD = toPayloadUrl(ERROR_PAGE, '');
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const CONTENT_PAYLOAD = '/_payload.json';
const TOO_LARGE: RouteFailure = {
  statusCode: 413,
  message:
    'This is too large. A list of domains may have 1 MB; your browser brings back what you entered when you go back.',
};

/** Endpoints know no HEAD; its answer is that of GET without the body, which `finish` leaves out. */
const asGet = (request: Request): Request => {
  if (request.method !== 'HEAD') return request;
  const stand = new Request(request.url, { headers: request.headers });
  const failure = getRouteFailure(request);
  if (failure) setRouteFailure(stand, failure);
  return stand;
};

/** Waku's own addresses: what goes into a page that is open. */
const isPayload = (request: Request): boolean => isRscUrl(new URL(request.url).pathname);

const isCompressible = (headers: Headers): boolean =>
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml)|javascript))/.test(headers.get('content-type') ?? '');

const isHtml = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false;

const SHARED_RENDERS_AT_A_TIME = 4;
/**
 * These keep the only thread busy. With two at a time, or without the pause, new connections wait for up to 400 ms during a
 * burst of searches, since the event loop accepts one in each turn (docs/decisions/0026).
 */
const CLIENT_RENDERS_AT_A_TIME = 1;
const CLIENT_RENDER_PAUSE_MS = 20;
/** One that waits for the content system for longer must not hold up the others. */
const CLIENT_RENDER_TIMEOUT_MS = 10_000;
/** Actions and previews mostly wait: for a captcha provider, the disk, Redis, WordPress. */
const ACTIONS_AT_A_TIME = 8;
/** One to two seconds of work. */
const MAX_WAITING = 50;
const BUSY: RouteFailure = { statusCode: 503, message: 'Too many visitors at once' };
/** `Retry-After` while the render queue is full: it is empty after about this time. */
const BUSY_RETRY_S = 2;
/** Nobody reads it: the client is gone. */
const CLIENT_CLOSED_REQUEST = 499;

/** What Waku answered, finished but for its encoding. */
export type Rendered = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Of the RSC payload from which a browser hydrates the document; null where there is none. */
  readonly payloadVersion: string | null;
};

const TO_REVALIDATE = 'public, max-age=0, must-revalidate';

/** Renders for the page cache (`shared`), and for one client each without and with an action. */
type RenderMetrics = Readonly<Record<'shared' | 'client' | 'action', RenderQueueMetrics>>;

let readMetrics = (): RenderMetrics | null => null;

/** The renders since the start; null before there is a renderer. */
export const renderMetrics = (): RenderMetrics | null => readMetrics();

type RendererOptions = {
  readonly processRequest: ProcessRequest;
  readonly pages: PageDirectory | undefined;
  readonly hasAction: ActionLookup;
  readonly isProduction: boolean;
  /** HTML at the beginning of the body of a preview. */
  readonly previewBar: string;
};

/**
 * What stands between Waku and the network: gives a request to Waku and makes an answer of what comes back, with its
 * security policy, validator and encoding, and with an error page wherever Waku has none.
 */
export const createRenderer = ({ processRequest, pages, hasAction, isProduction, previewBar }: RendererOptions) => {
  const guardAction = createActionGuard(hasAction);
  const flights = createRscPayloadStore();

  /** Waku's answer with its whole body: rendering ends when the body does. */
  const renderWhole: ProcessRequest = async (request) => {
    const response = await processRequest(request);
    return response?.body ? new Response(await response.arrayBuffer(), response) : response;
  };

  // Not limited: there are no more of these than cacheable pages, and a render may wait for the content system.
  const sharedQueue = createRenderQueue({ concurrency: SHARED_RENDERS_AT_A_TIME, maxWaiting: Infinity });
  const clientQueue = createRenderQueue({
    concurrency: CLIENT_RENDERS_AT_A_TIME,
    maxWaiting: MAX_WAITING,
    pauseMs: CLIENT_RENDER_PAUSE_MS,
    timeoutMs: CLIENT_RENDER_TIMEOUT_MS,
  });
  const actionQueue = createRenderQueue({
    concurrency: ACTIONS_AT_A_TIME,
    maxWaiting: MAX_WAITING,
    pauseMs: CLIENT_RENDER_PAUSE_MS,
  });
  readMetrics = () => ({
    shared: sharedQueue.metrics(),
    client: clientQueue.metrics(),
    action: actionQueue.metrics(),
  });

  /** Renders what is cached for all clients. */
  const renderShared: ProcessRequest = (request) => sharedQueue.run(() => renderWhole(request));

  /**
   * Renders for one client: when its turn comes, and not at all once it is gone.
   *
   * @param client the request as it was received.
   */
  const renderFor =
    (client: Request): ProcessRequest =>
    (request) =>
      (client.method === 'POST' || isPreview() ? actionQueue : clientQueue).run(
        () => renderWhole(request),
        client.signal,
      );

  const ask = async (request: Request, render: ProcessRequest): Promise<Response | null> => {
    const renderRequest = () => render(request);
    try {
      return await (isPayload(request) ? renderForNavigation(renderRequest) : renderRequest());
    } catch (error) {
      if (error instanceof RenderQueueFullError || error instanceof RenderDroppedError) throw error;
      log.error({ err: error }, 'rendering failed');
      return new Response(null, { status: 500 });
    }
  };

  const unknownPage = ({ url }: Request): RouteFailure => {
    const { pathname, search } = new URL(url);
    return { statusCode: 404, message: NOT_FOUND + pathname + search };
  };

  /** A document, or what the error page has to say instead. */
  const toDocument = async (request: Request, render: ProcessRequest): Promise<Response | RouteFailure> => {
    const known = getRouteFailure(request);
    if (known) return known;
    const response = await ask(request, render);
    if (response && response.status < 400 && new URL(request.url).pathname !== ERROR_PAGE) return response;
    if (response?.status === 404 && isHtml(response)) return response;
    const isOurFault = response !== null && response.status >= 500;
    return getRouteFailure(request) ?? (isOurFault ? INTERNAL_ERROR : unknownPage(request));
  };

  /** The development server needs the scripts that Waku wrote. */
  const finishHtml = (rendered: string, { isHydrated, isKept }: { isHydrated: boolean; isKept: boolean }) => {
    if (!isProduction) return { html: rendered, payloadVersion: null };
    const { html, payload } = postProcessHtml(rendered, {
      isHydrated,
      versionPollS: env.VERSION_POLL_S,
      vitalsSampleRate: env.VITALS_SAMPLE_RATE,
      speculationRules: SPECULATION_RULES,
    });
    if (payload) flights.keep(payload.version, payload.text, { isKept });
    return { html, payloadVersion: payload?.version ?? null };
  };

  /**
   * The bytes of an answer with the headers that go with them. What a form was answered with cannot be fetched a second time,
   * and an error page is the same for every URL: such a document works without React.
   */
  const complete = async (request: Request, response: Response, isKept: boolean): Promise<Rendered> => {
    const headers = new Headers(response.headers);
    let bytes: Uint8Array = new Uint8Array(await response.arrayBuffer());
    let payloadVersion: string | null = null;
    if (isHtml(response)) {
      const isHydrated = request.method !== 'POST' && response.status < 400 && !isPreview();
      const finished = finishHtml(new TextDecoder().decode(bytes), { isHydrated, isKept });
      const html = isPreview() ? insertAtBodyStart(finished.html, previewBar) : finished.html;
      bytes = new TextEncoder().encode(html);
      payloadVersion = finished.payloadVersion;
    } else if (isRasterImage(headers.get('content-type'))) {
      headers.set('content-security-policy', IMAGE_SECURITY_POLICY);
    } else if (!headers.has('content-type')) {
      headers.set('content-type', 'text/x-component; charset=utf-8');
    }
    return { status: response.status, headers, bytes, payloadVersion };
  };

  const renderErrorPage = async (failure: RouteFailure): Promise<Omit<RenderedErrorPage, 'status'> | null> => {
    const request = new Request(new URL(ERROR_PAGE, env.SITE_URL));
    setRouteFailure(request, failure);
    try {
      const page = await renderShared(request);
      if (page?.status !== 200) return null;
      const response = new Response(page.body, { status: failure.statusCode, headers: page.headers });
      const { headers, bytes } = await complete(request, response, false);
      return { headers: Object.fromEntries(headers), html: new TextDecoder().decode(bytes) };
    } catch (error) {
      log.error({ err: error }, 'the error page itself could not be rendered');
      return null;
    }
  };

  const errorPages = createErrorPages({ render: renderErrorPage });

  /**
   * The error page of a failure. It is rendered for each in a preview, where editors see more, and in development, where the
   * document still holds its RSC payload.
   */
  const errorPageOf = async (failure: RouteFailure): Promise<RenderedErrorPage> => {
    const rendered = isProduction && !isPreview() ? null : await renderErrorPage(failure);
    return rendered ? { ...rendered, status: failure.statusCode } : errorPages.documentOf(failure);
  };

  const finish = async (request: Request, response: Response): Promise<Response> => {
    if (response.body === null || response.status === 304)
      return new Response(null, { status: response.status, headers: response.headers });
    return toEncoded(request, await complete(request, response, false));
  };

  const finishError = async (request: Request, failure: RouteFailure): Promise<Response> => {
    const { status, headers, html } = await errorPageOf(failure);
    const bytes = new TextEncoder().encode(html);
    return toEncoded(request, { status, headers: new Headers(headers), bytes, payloadVersion: null });
  };

  /** An answer for one client: with a validator, in the encoding that the client takes, or `304`. */
  const toEncoded = async (request: Request, { status, headers, bytes: plain }: Rendered): Promise<Response> => {
    let bytes = plain;
    const etag = toEtag(bytes);
    headers.set('etag', etag);
    headers.set('vary', 'accept-encoding');
    if (isPreview()) {
      headers.set('cache-control', 'private, no-store');
      headers.set('x-robots-tag', NOT_INDEXED);
    }
    if (!headers.has('cache-control'))
      headers.set('cache-control', request.method === 'POST' ? 'no-store' : TO_REVALIDATE);
    if (status === 200 && matchesEtag(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    // Error pages are cheap to cause, so nothing is spent on them.
    const encoding =
      status < 400 && isCompressible(headers) ? preferredEncoding(request.headers.get('accept-encoding')) : null;
    if (encoding) {
      bytes = await encode(bytes, encoding);
      headers.set('content-encoding', encoding);
    }
    headers.set('content-length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : Buffer.from(bytes), { status, headers });
  };

  const contentPayload = async (pathname: string): Promise<Response | null> => {
    const route = pathname.slice(0, -CONTENT_PAYLOAD.length) || '/';
    try {
      const payload = await pages?.readPayload(route);
      return payload === null || payload === undefined ? null : Response.json(payload);
    } catch (error) {
      log.error({ err: error }, 'the content of a page could not be read');
      return null;
    }
  };

  const askEndpoint = async (request: Request): Promise<Response | null> => {
    if (getRouteFailure(request)) return null;
    try {
      return (await pages?.answerEndpoint(request)) ?? null;
    } catch (error) {
      log.error({ err: error }, 'an endpoint failed');
      return Response.json({ statusCode: 500, statusMessage: 'Internal Server Error' }, { status: 500 });
    }
  };

  /** A payload that turns out to be the error page is none: the router then asks for that page by its own address. */
  const askPayload = async (request: Request, render: ProcessRequest): Promise<Response> => {
    const response = await ask(request, render);
    const body = await response?.arrayBuffer();
    const failure = getRouteFailure(request);
    if (!response || (failure && new URL(request.url).pathname !== ERROR_PAYLOAD)) {
      return new Response('Not Found', { status: failure?.statusCode ?? 404, headers: PLAIN_TEXT });
    }
    return new Response(body ?? null, response);
  };

  const answer = async (request: Request, render: ProcessRequest): Promise<Response | RouteFailure> => {
    const { pathname } = new URL(request.url);
    if (isPayload(request)) return askPayload(request, render);
    const flight = await flights.answer(request, render);
    if (flight) return flight;
    const endpoint = await askEndpoint(request);
    if (endpoint) return endpoint.status === 404 ? unknownPage(request) : endpoint;
    if (pathname.endsWith(CONTENT_PAYLOAD)) {
      const payload = await contentPayload(pathname);
      if (payload) return payload;
    }
    return toDocument(request, render);
  };

  /** The queue is full: an error page, or plain text for programs. */
  const answerBusy = async (request: Request): Promise<Response> => {
    const headers = { 'retry-after': String(BUSY_RETRY_S), 'cache-control': 'no-store' };
    const { statusCode: status, message } = BUSY;
    if (isPayload(request) || isStoredPayloadUrl(new URL(request.url).pathname))
      return new Response(message, { status, headers: { ...headers, ...PLAIN_TEXT } });
    const response = await finishError(request, BUSY);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };

  /** An answer to a request for a document, an RSC payload or a page's content. It never throws. */
  const respond = async (request: Request): Promise<Response> => {
    const bounded = await withBoundedBody(request);
    if (bounded === null) {
      const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data');
      if (!isForm || isPayload(request))
        return Response.json({ statusCode: 413, statusMessage: 'Payload Too Large' }, { status: 413 });
      return finishError(request, TOO_LARGE);
    }
    const refusal = getRouteFailure(bounded) ? null : await guardAction(bounded);
    if (refusal && isPayload(request)) {
      return finish(request, new Response(refusal.message, { status: refusal.statusCode, headers: PLAIN_TEXT }));
    }
    if (refusal) return finishError(request, refusal);
    try {
      const outcome = await withReadBudget(() => answer(asGet(bounded), renderFor(request)));
      return 'statusCode' in outcome ? await finishError(request, outcome) : await finish(request, outcome);
    } catch (error) {
      if (error instanceof RenderQueueFullError) return answerBusy(request);
      if (error instanceof RenderDroppedError) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
      throw error;
    }
  };

  return {
    respond,
    flights,

    /**
     * What a page or its RSC payload is for every visitor: nothing of one visitor is in the question. The status tells
     * whether there is such a page; `failure` says what a page or the way to it said instead.
     *
     * @param address path and query.
     * @param isKept whether what React takes the document over with is kept beside what visitors make up.
     */
    renderForAll: async (
      address: string,
      { isKept }: { readonly isKept: boolean },
    ): Promise<{ rendered: Rendered; failure: RouteFailure | null }> => {
      const request = new Request(new URL(address, env.SITE_URL));
      const response = await ask(request, renderShared);
      if (response === null) return { rendered: emptyAnswer(404), failure: null };
      if (response.status >= 500) return { rendered: emptyAnswer(response.status), failure: INTERNAL_ERROR };
      return { rendered: await complete(request, response, isKept), failure: getRouteFailure(request) };
    },

    errorPageOf,
  };
};

const emptyAnswer = (status: number): Rendered => ({
  status,
  headers: new Headers(),
  bytes: new Uint8Array(),
  payloadVersion: null,
});

export type Renderer = ReturnType<typeof createRenderer>;
