import 'server-only';
import type { Context } from 'hono';
import { respondWith, respondWithStream, toStoredResponse, type UnencodedResponse } from '../cache/index.ts';
import { type Env, isRead, type PageRequest, startContentUse } from '../context.ts';
import type { ResolvedOptions } from '../default-options.ts';
import type { Redis } from '../redis.ts';
import { readBody } from '../request-body.ts';
import { type Redirect, toRedirect } from '../responses.ts';
import { headersByType, toUncachedHeaders } from '../security-headers.ts';
import { createActionGuard } from './action-guard.ts';
import { hasAction } from './action-manifest.ts';
import { createCachedPages } from './cached-pages.ts';
import { createErrorResponses } from './error-responses.ts';
import { toPayloadVersion } from './html-document.ts';
import {
  type EndpointMatch,
  hasUnboundedParameters,
  type PageDirectory,
  toOwnQuery,
  withoutTrailingSlash,
} from './page-modules.tsx';
import { createPageRenderer, NO_PAGE, type PageSource, type Rejection, toRejection } from './page-renderer.ts';
import { createRenderer, type ProcessRequest, type Rendered, type RenderOptions } from './renderer.ts';
import { createRscPayloadStore, PAYLOAD_CONTENT_TYPE } from './rsc-payload-store.ts';
import { ERROR_PAGE, parseActionUrl, parseStoredPayloadUrl, toPageUrl } from './urls.ts';

type PagesOptions = Pick<ResolvedOptions, 'settings' | 'content' | 'routing' | 'speculationRules' | 'messages'> & {
  readonly processRequest: ProcessRequest;
  readonly directory: PageDirectory;
  /** False under the development server. */
  readonly isProduction: boolean;
  /** The Redis of all instances; null: this is the only instance, or Redis is not connected yet. */
  readonly redis: () => Redis | null;
  /** Counts a render for one client. Resolves with the seconds to wait if the client has caused too many, else null. */
  readonly takeRender: (address: string) => Promise<number | null>;
};

/** While the CMS does not answer, it is unknown whether a page exists. */
const UNAVAILABLE_RETRY_S = 60;
const REDIRECT_MAX_AGE_S = 300;

/** The pages of a site, as documents, RSC payloads and JSON, the calls of their actions, and their endpoints. */
export const createPages = (options: PagesOptions) => {
  const { settings, content, routing, messages, directory, isProduction, takeRender } = options;
  const payloads = createRscPayloadStore({ ...options, keyPrefix: settings.redis?.keyPrefix ?? '' });
  const render = createRenderer({ ...options, url: settings.url, document: { ...settings, ...options }, payloads });
  const renderPage = createPageRenderer(render, content.prepare);
  const cache = createCachedPages(renderPage, settings.ttlS);
  const errors = createErrorResponses({
    ...options,
    ...content,
    render,
    toPlainDocument: messages.toPlainDocument,
  });
  const { fail } = errors;
  const guardAction = createActionGuard({ hasAction, unreadable: messages.unreadableForm });

  /** Sends a response that was made for one client. */
  const respondOnce = async (c: Context<Env>, { status, bytes, headers }: UnencodedResponse): Promise<Response> =>
    respondWith(c, toStoredResponse({ status, bytes, headers: toUncachedHeaders(c, headers) }));

  /** Sends a page that was rendered for one client; while it waits for content, what there is of it. */
  const respondToRender = async (c: Context<Env>, { status, headers, body }: Rendered): Promise<Response> =>
    body.hasEnded()
      ? respondOnce(c, { status, headers, bytes: await body.ended })
      : respondWithStream(c, { status, headers: toUncachedHeaders(c, headers), body });

  const respondWithRedirect = async (
    c: Context<Env>,
    redirect: Omit<Redirect, 'maxAgeS'>,
    { kind }: PageRequest,
  ): Promise<Response> =>
    // Not 404: then the client router would show the error page. For any other error status it loads the document, which
    // redirects.
    kind === 'document' ? toRedirect({ ...redirect, maxAgeS: REDIRECT_MAX_AGE_S }) : fail(c, { statusCode: 410 });

  const reject = async (c: Context<Env>, { statusCode, message, isMissing }: Rejection): Promise<Response> => {
    const request = c.get('pageRequest');
    const redirect = isMissing && request ? await routing.findRedirect(request.path, request.query) : null;
    if (redirect && request) return respondWithRedirect(c, redirect, request);
    return fail(c, {
      statusCode,
      message: isMissing ? message + c.get('pathname') + c.get('search') : message,
      ...(statusCode === 503 && { headers: { 'retry-after': String(UNAVAILABLE_RETRY_S) } }),
    });
  };

  /**
   * Runs a render that counts against the client's limit.
   *
   * @throws {BusyError} if the render queue is full.
   */
  const renderForClient = async (
    c: Context<Env>,
    run: (options: Pick<RenderOptions, 'queue' | 'signal'>) => Promise<Response>,
  ): Promise<Response> => {
    const waitS = await takeRender(c.get('address'));
    if (waitS !== null) {
      return fail(c, {
        statusCode: 429,
        message: messages.tooManyRequests(waitS),
        headers: { 'retry-after': String(waitS) },
      });
    }
    const queue = isRead(c) && !c.get('isPreview') ? 'client' : 'action';
    return run({ queue, signal: c.req.raw.signal });
  };

  /**
   * Reads and checks a submitted form or the arguments of an action. Returns the request for Waku, or an error response.
   *
   * @param action the id in the URL of a call; null for a form that was sent without JavaScript.
   */
  const readPost = async (c: Context<Env>, action: string | null): Promise<RequestInit | Response> => {
    const body = await readBody(c.req.raw);
    if (body === null) return fail(c, { statusCode: 413, message: messages.tooLarge });
    const headers = new Headers(c.req.raw.headers);
    const rejection = await guardAction({ action, bytes: body, contentType: headers.get('content-type') ?? '' });
    if (rejection) return fail(c, rejection);
    // It has been checked, and Waku would compare it with its own URL.
    headers.delete('origin');
    return { method: 'POST', headers, body };
  };

  const respondToPage = async (
    c: Context<Env>,
    source: PageSource,
    options: RenderOptions,
    form?: RequestInit,
  ): Promise<Response> => {
    const result = await renderPage(c, source, options, form);
    return 'rejection' in result ? reject(c, result.rejection) : respondToRender(c, result.rendered);
  };

  /** A page that shows the result of a search, a draft or a form; in development every page. */
  const respondUncached = async (c: Context<Env>, source: PageSource): Promise<Response> => {
    if (isRead(c)) {
      const isHydrated = !c.get('isPreview');
      return renderForClient(c, (options) => respondToPage(c, source, { ...options, isHydrated }));
    }
    const post = await readPost(c, null);
    if (post instanceof Response) return post;
    return renderForClient(c, (options) => respondToPage(c, source, { ...options, isHydrated: false }, post));
  };

  const callAction = async (c: Context<Env>): Promise<Response> => {
    const post = await readPost(c, parseActionUrl(c.get('pathname')) ?? '');
    if (post instanceof Response) return post;
    return renderForClient(c, async (options) => {
      const rendered = await render(c.get('pathname'), options, post);
      return rendered ? respondToRender(c, rendered) : fail(c, { statusCode: 404 });
    });
  };

  const toNavigationPayload = ({ status }: Rendered, bytes: Uint8Array<ArrayBuffer>): UnencodedResponse => ({
    status,
    bytes,
    headers: {
      'content-type': PAYLOAD_CONTENT_TYPE,
      'cache-control': 'no-store',
      // This may not be the payload that the URL names, and it may be of another build.
      'x-payload-version': `${import.meta.env.WAKU_BUILD_ID} ${toPayloadVersion(bytes)}`,
    },
  });

  const findSource = async (request: PageRequest): Promise<PageSource | null> => {
    // Only the client router asks for the error page by its path.
    if (request.path === ERROR_PAGE && request.kind !== 'payload') return null;
    const match = await directory.findPage(request.path);
    return match && { ...match, request: { ...request, query: toOwnQuery(request.query, match.page.parameters) } };
  };

  /** The page at a path and query of this site, with or without a trailing slash. */
  const findSourceAt = async (kind: PageRequest['kind'], target: string): Promise<PageSource | null> => {
    const url = URL.parse(target, settings.url);
    return url && findSource({ kind, path: withoutTrailingSlash(url.pathname), query: url.search.slice(1) });
  };

  /**
   * The RSC payload of a document that was sent. If it was evicted from the store, the page at the path in `?path=` is
   * rendered again.
   */
  const respondWithStoredPayload = async (c: Context<Env>): Promise<Response> => {
    const version = parseStoredPayloadUrl(c.get('pathname'));
    if (version === null) return fail(c, { statusCode: 404 });
    const stored = await payloads.readResponse(version);
    if (stored) return respondWith(c, stored, 'hit');
    const path = new URLSearchParams(c.get('search')).get('path');
    if (path === null || !/^\/(?!\/)/.test(path)) return fail(c, { statusCode: 404 });
    const source = await findSourceAt('payload', path);
    if (!source) return fail(c, { statusCode: 404 });
    return renderForClient(c, async (options) => {
      const result = await renderPage(c, source, options);
      if ('rejection' in result) return fail(c, { statusCode: 404 });
      return respondOnce(c, toNavigationPayload(result.rendered, await result.rendered.body.ended));
    });
  };

  const respondToEndpoint = async (c: Context<Env>, { get }: EndpointMatch): Promise<Response> => {
    await content.prepare();
    const used = startContentUse(c);
    const response = await get(c.req.raw);
    if (response.status === 404) return reject(c, toRejection(NO_PAGE, used));
    // An endpoint that supports ranges streams its body: videos and downloads are too large to buffer, and are not
    // compressed.
    if (response.headers.has('accept-ranges') || response.body === null) {
      const { headers } = response;
      for (const [name, value] of Object.entries(headersByType(headers.get('content-type')))) headers.set(name, value);
      return response;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    return respondOnce(c, { status: response.status, bytes, headers: Object.fromEntries(response.headers) });
  };

  const respondToSource = async (c: Context<Env>, source: PageSource): Promise<Response> => {
    const { request, page } = source;
    const isCacheable =
      isProduction && isRead(c) && !c.get('isPreview') && !hasUnboundedParameters(request.query, page.parameters);
    if (!isCacheable) return respondUncached(c, source);
    const key = toPageUrl(request);
    const cached = cache.find(key);
    if (cached) {
      c.set('logLevel', 'debug');
      return respondWith(c, cached.response, cached.state);
    }
    const result = await cache.render(key, source);
    if ('begun' in result) return respondWithStream(c, result.begun, 'miss');
    return 'page' in result ? respondWith(c, result.page.response, 'miss') : reject(c, result.rejection);
  };

  return {
    fail,

    handle: async (c: Context<Env>): Promise<Response> => {
      const kind = c.get('kind');
      const request = c.get('pageRequest');
      if (kind === 'action') return callAction(c);
      if (kind === 'payload' && !request) return respondWithStoredPayload(c);
      const isEndpoint = kind === 'endpoint' || kind === 'picture';
      const endpoint = isEndpoint ? await directory.findEndpoint(c.get('pathname')) : null;
      if (endpoint?.isRendered) return renderForClient(c, () => respondToEndpoint(c, endpoint));
      if (endpoint) return respondToEndpoint(c, endpoint);
      const location = request && routing.redirectOf(request.path);
      // Temporarily, since the operator may bring a page back.
      if (location) return respondWithRedirect(c, { location, status: 307 }, request);
      const source = request ? await findSource(request) : null;
      return source ? respondToSource(c, source) : reject(c, NO_PAGE);
    },

    /** Renders the document at a path of this site for one client, without caching it. */
    renderDocument: async (c: Context<Env>, path: string): Promise<Response> => {
      const source = await findSourceAt('document', path);
      c.set('kind', 'page');
      if (!source) return reject(c, NO_PAGE);
      return renderForClient(c, (options) => respondToPage(c, source, { ...options, isHydrated: false }));
    },

    /** Drops the cached pages with one of these tags, and all error pages; null: all pages. */
    purge: (tags: readonly string[] | null): void => {
      errors.purge();
      cache.purge(tags);
    },
  };
};
