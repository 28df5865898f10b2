import 'server-only';
import { isPreview, withReadBudget } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import { forOpenPage } from '../../site/open-page.ts';
import { NOT_INDEXED } from '../../site/robots.ts';
import { SPECULATION_RULES } from '../../site/speculation-rules.ts';
import type { PageDirectory } from '../page-directory.ts';
import { failRoute, routeFailureOf } from '../route.ts';
import { INTERNAL_ERROR, NOT_FOUND, type RouteFailure } from '../route-verdict.ts';
import { createActionJudge, type KnowsAction } from './action-requests.ts';
import { withBoundedBody } from './body.ts';
import { finishDocument } from './document.ts';
import { encode, preferredEncoding } from './encoding.ts';
import { createFlightStore } from './flight-store.ts';
import { withPreviewBar } from './preview.ts';
import { isRaster, pictureSecurityPolicy } from './security-headers.ts';
import { isKnownTo, toEtag } from './stored-answer.ts';

type ProcessRequest = (request: Request) => Promise<Response | null>;

const ERROR_PAGE = '/404';
const ERROR_PAYLOAD = '/RSC/R/404.txt';
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
  const failure = routeFailureOf(request);
  if (failure) failRoute(stand, failure);
  return stand;
};

/** Waku's own addresses: what goes into a page that is open. */
const isPayload = (request: Request): boolean => new URL(request.url).pathname.startsWith('/RSC/');

const isCompressible = (headers: Headers): boolean =>
  /^(?:text\/|application\/(?:[\w.+-]*(?:json|xml)|javascript))/.test(headers.get('content-type') ?? '');

const isHtml = (response: Response): boolean => response.headers.get('content-type')?.startsWith('text/html') ?? false;

const plainDocument = ({ statusCode, message }: RouteFailure): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${statusCode} - ${message}</title></head>` +
  `<body><main><h1>Uhm... sorry, ${statusCode}</h1><p><a href="/">Back to home page</a></p></main></body></html>`;

/** What Waku answered, finished but for its encoding. */
export type Rendered = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
};

const TO_REVALIDATE = 'public, max-age=0, must-revalidate';

type RendererOptions = {
  readonly processRequest: ProcessRequest;
  readonly pages: PageDirectory | undefined;
  readonly knowsAction: KnowsAction;
  readonly isProduction: boolean;
};

/**
 * What stands between Waku and the network: gives a request to Waku and makes an answer of what comes back, with its
 * security policy, validator and encoding, and with an error page wherever Waku has none.
 */
export const createRenderer = ({ processRequest, pages, knowsAction, isProduction }: RendererOptions) => {
  const judgeAction = createActionJudge(knowsAction);
  const flights = createFlightStore(processRequest);
  let lastErrorDocument: string | null = null;

  /** The error page as a document; if it cannot be rendered, the last one that could be, else a plain one. */
  const errorDocument = async (origin: string, failure: RouteFailure): Promise<string> => {
    const request = new Request(new URL(ERROR_PAGE, origin));
    failRoute(request, failure);
    try {
      const response = await processRequest(request);
      if (response?.status === 200) {
        const html = await response.text();
        if (failure === INTERNAL_ERROR) lastErrorDocument = html;
        return html;
      }
    } catch (error) {
      log.error({ err: error }, 'the error page itself could not be rendered');
    }
    return lastErrorDocument ?? plainDocument(INTERNAL_ERROR);
  };

  const ask = async (request: Request): Promise<Response | null> => {
    const render = () => processRequest(request);
    try {
      return await (isPayload(request) ? forOpenPage(render) : render());
    } catch (error) {
      log.error({ err: error }, 'rendering failed');
      return new Response(null, { status: 500 });
    }
  };

  const toDocument = async (request: Request): Promise<Response> => {
    const { origin, pathname, search } = new URL(request.url);
    const known = routeFailureOf(request);
    const response = known ? null : await ask(request);
    if (response && response.status < 400 && pathname !== ERROR_PAGE) return response;
    if (response?.status === 404 && isHtml(response)) return response;

    const failure = routeFailureOf(request) ??
      (response && response.status >= 500 ? INTERNAL_ERROR : null) ?? {
        statusCode: 404,
        message: NOT_FOUND + pathname + search,
      };
    return new Response(await errorDocument(origin, failure), {
      status: failure.statusCode,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  };

  /** The development server keeps what Waku wrote: its own scripts and reloads stand on it. */
  const finishHtml = (rendered: string, options: { isPlain: boolean; isKept: boolean }): string => {
    if (!isProduction) return rendered;
    const { html, flight } = finishDocument(rendered, {
      isPlain: options.isPlain,
      pollS: env.VERSION_POLL_S,
      vitalsRate: env.VITALS_SAMPLE_RATE,
      speculationRules: SPECULATION_RULES,
    });
    if (flight) flights.keep(flight.version, flight.payload, options);
    return html;
  };

  /** The bytes of an answer with the headers that go with them. An error page is plain: nothing in it needs React. */
  const complete = async (request: Request, response: Response, isKept: boolean): Promise<Rendered> => {
    const headers = new Headers(response.headers);
    let bytes: Uint8Array = new Uint8Array(await response.arrayBuffer());
    if (isHtml(response)) {
      const isPlain = request.method === 'POST' || response.status >= 400 || isPreview();
      const finished = finishHtml(new TextDecoder().decode(bytes), { isPlain, isKept });
      const html = isPreview() ? withPreviewBar(finished) : finished;
      bytes = new TextEncoder().encode(html);
    } else if (isRaster(headers.get('content-type'))) {
      headers.set('content-security-policy', pictureSecurityPolicy);
    } else if (!headers.has('content-type')) {
      headers.set('content-type', 'text/x-component; charset=utf-8');
    }
    return { status: response.status, headers, bytes };
  };

  const finish = async (request: Request, response: Response): Promise<Response> => {
    if (response.body === null || response.status === 304)
      return new Response(null, { status: response.status, headers: response.headers });

    const { headers, bytes: plain } = await complete(request, response, false);
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
    if (response.status === 200 && isKnownTo(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    const encoding = isCompressible(headers) ? preferredEncoding(request.headers.get('accept-encoding')) : null;
    if (encoding) {
      bytes = await encode(bytes, encoding);
      headers.set('content-encoding', encoding);
    }
    headers.set('content-length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : Buffer.from(bytes), { status: response.status, headers });
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
    if (routeFailureOf(request)) return null;
    try {
      return (await pages?.answerEndpoint(request)) ?? null;
    } catch (error) {
      log.error({ err: error }, 'an endpoint failed');
      return Response.json({ statusCode: 500, statusMessage: 'Internal Server Error' }, { status: 500 });
    }
  };

  /** A payload that turns out to be the error page is none: the router then asks for that page by its own address. */
  const askPayload = async (request: Request): Promise<Response> => {
    const response = await ask(request);
    const body = await response?.arrayBuffer();
    const failure = routeFailureOf(request);
    if (!response || (failure && new URL(request.url).pathname !== ERROR_PAYLOAD)) {
      return new Response('Not Found', { status: failure?.statusCode ?? 404, headers: PLAIN_TEXT });
    }
    return new Response(body ?? null, response);
  };

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (isPayload(request)) return askPayload(request);
    const flight = await flights.answer(request);
    if (flight) return flight;
    const endpoint = await askEndpoint(request);
    if (endpoint && endpoint.status !== 404) return endpoint;
    if (pathname.endsWith(CONTENT_PAYLOAD)) {
      const payload = await contentPayload(pathname);
      if (payload) return payload;
    }
    return toDocument(request);
  };

  /** An answer to a request for a document, an RSC payload or a page's content. It never throws. */
  const respond = async (request: Request): Promise<Response> => {
    const bounded = await withBoundedBody(request);
    if (bounded === null) {
      const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data');
      if (!isForm || isPayload(request))
        return Response.json({ statusCode: 413, statusMessage: 'Payload Too Large' }, { status: 413 });
      const refused = new Request(request.url, { headers: request.headers });
      failRoute(refused, TOO_LARGE);
      return finish(request, await toDocument(refused));
    }
    const refusal = routeFailureOf(bounded) ? null : await judgeAction(bounded);
    if (refusal && isPayload(request)) {
      return finish(request, new Response(refusal.message, { status: refusal.statusCode, headers: PLAIN_TEXT }));
    }
    if (refusal) failRoute(bounded, refusal);
    return finish(request, await withReadBudget(() => answer(asGet(bounded))));
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
      const response = await ask(request);
      if (response === null) return { rendered: emptyAnswer(404), failure: null };
      if (response.status >= 500) return { rendered: emptyAnswer(response.status), failure: INTERNAL_ERROR };
      return { rendered: await complete(request, response, isKept), failure: routeFailureOf(request) };
    },

    /** The error page for a failure, without an encoding. */
    renderFailure: async (failure: RouteFailure): Promise<Rendered> => {
      const html = await errorDocument(env.SITE_URL, failure);
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': TO_REVALIDATE };
      const response = new Response(html, { status: failure.statusCode, headers });
      return complete(new Request(env.SITE_URL), response, false);
    },
  };
};

const emptyAnswer = (status: number): Rendered => ({
  status,
  headers: new Headers(),
  bytes: new Uint8Array(),
});

export type Renderer = ReturnType<typeof createRenderer>;
