import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withReadBudget } from '../../content/reader.ts';
import { type CachedResponse, type CacheState, sendCachedResponse } from '../cache/cached-response.ts';
import type { Purge, RedisCache } from '../cache/redis-cache.ts';
import { createResponseCache, NO_METRICS, type ResponseCacheMetrics } from '../cache/response-cache.ts';
import { sendPlainError } from '../http/plain-responses.ts';
import { pathOf } from '../http/request-log.ts';
import { log } from '../log.ts';
import { createErrorResponder, RETRY_S } from './error-responses.ts';
import { type PageDirectory, toOwnQuery } from './page-directory.ts';
import { createPageRenderer, type Other } from './page-renderer.ts';
import { hasUnboundedParameters, type PageRequest, toKey, toPageRequest } from './page-request.ts';
import type { Renderer } from './renderer.ts';
import { NOT_FOUND, type RouteFailure, TEMPORARILY_UNAVAILABLE } from './route-validation.ts';
import { isStoredPayloadUrl, parseStoredPayloadUrl } from './waku-urls.ts';

type Next = () => void;

type PageServerOptions<Draft> = {
  readonly pages: PageDirectory;
  readonly renderer: Renderer;
  /** What the instances of the site share; null where there is but one, or not yet. */
  readonly shared: () => RedisCache | null;
  /** Null: the site has no previews. */
  readonly preview: {
    readonly draftOf: (cookies: string | undefined) => Draft | null;
    readonly run: (draft: Draft, render: () => void) => void;
  } | null;
};

export type PageHandler = {
  /** The cached response to exactly this URL, or null. */
  readonly find: (url: string) => { readonly answer: CachedResponse; readonly state: CacheState } | null;
  /** Answers a request for a page, its payload or its content, whose address has its one spelling; else `next`. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, next: Next) => Promise<void>;
  readonly purge: Purge;
};

let readMetrics = (): ResponseCacheMetrics => NO_METRICS;

/** What the page cache of this process has done since the start, and holds now. */
export const responseCacheMetrics = (): ResponseCacheMetrics => readMetrics();

/**
 * Pages out of the page cache, on Node's own requests (architecture §3). What a visitor sends besides the address plays no
 * part in a page that comes from here: it was made for everybody.
 */
export const createPageHandler = <Draft>({
  pages,
  renderer,
  shared,
  preview,
}: PageServerOptions<Draft>): PageHandler => {
  const maker = createPageRenderer({ pages, renderer, shared });
  const cache = createResponseCache<Other>({ make: maker.make });
  const answerFailure = createErrorResponder(renderer);

  const findSharedFlight = async (pathname: string): Promise<CachedResponse | null> => {
    const version = parseStoredPayloadUrl(pathname);
    const payload = version === null ? null : await shared()?.readFlight(version);
    if (version === null || !payload) return null;
    renderer.flights.keep(version, payload, { isKept: true });
    return renderer.flights.find(pathname);
  };

  /** Whether nothing of Waku's or ours is at a path without a page. The router asks for the payload of the error page. */
  const isUnknown = ({ kind, path }: PageRequest): boolean => {
    if (path.startsWith('/_')) return false;
    return kind === 'payload' ? path !== '/404' : !pages.hasEndpoint(path);
  };

  const answerFlight = async (
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): Promise<void> => {
    const answer = (await renderer.flights.find(pathname)) ?? (await findSharedFlight(pathname));
    if (answer) sendCachedResponse(request, response, answer, { state: 'hit' });
    else next();
  };

  /** A page that does not exist, or of which that cannot be known now. Nothing is rendered for it. */
  const answerMissing = async (
    { kind }: PageRequest,
    request: IncomingMessage,
    response: ServerResponse,
    message: string,
  ): Promise<void> => {
    const statusCode = message === TEMPORARILY_UNAVAILABLE ? 503 : 404;
    const failure: RouteFailure = { statusCode, message: message + (request.url ?? '/') };
    if (kind === 'payload') {
      if (statusCode === 503) response.setHeader('retry-after', RETRY_S);
      sendPlainError(response, statusCode);
      return;
    }
    await answerFailure(request, response, failure);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> => {
    const target = request.url ?? '/';
    const pathname = pathOf(target);
    if (isStoredPayloadUrl(pathname)) return answerFlight(pathname, request, response, next);
    const asked = toPageRequest(pathname, target.slice(pathname.length));
    if (!asked) return next();
    const found = await maker.findPage(asked);
    if (!found) {
      return isUnknown(asked) ? answerMissing(asked, request, response, NOT_FOUND) : next();
    }
    const query = toOwnQuery(asked.query, found.page.parameters);
    if (hasUnboundedParameters(query, found.page.parameters)) return next();

    const key = toKey({ ...asked, query });
    const ready = cache.find(key);
    if (ready) {
      sendCachedResponse(request, response, ready.answer, { state: ready.state });
      return;
    }
    const made = await cache.make(key);
    if (made.kind === 'page') {
      sendCachedResponse(request, response, made.answer, { state: 'miss' });
      return;
    }
    if (made.other.kind === 'missing') return answerMissing(asked, request, response, made.other.message);
    next();
  };

  readMetrics = cache.metrics;

  return {
    find: cache.find,

    answer: async (request, response, next) => {
      const draft = preview?.draftOf(request.headers.cookie) ?? null;
      if (preview && draft !== null) {
        preview.run(draft, next);
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        next();
        return;
      }
      try {
        await withReadBudget(() => answer(request, response, next));
      } catch (error) {
        log.error({ err: error }, 'a page could not be made');
        if (response.headersSent) response.destroy();
        else next();
      }
    },

    purge: cache.purge,
  };
};
