import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CachedResponse,
  createResponseCache,
  recompressInBackground,
  sendCachedResponse,
} from '../cache/index.ts';
import { log } from '../log.ts';
import { isRead, type PageRequest, type ParsedRequest, sendPlainError } from '../middleware/index.ts';
import type { FrameworkSettings, PageRedirect, RoutingPort } from '../site-options.ts';
import { type ErrorPages, RETRY_AFTER_S } from './error-pages.ts';
import { type PageDirectory, toOwnQuery } from './page-directory.ts';
import {
  createPageRenderer,
  NO_PAGE,
  type PageRendererOptions,
  type PageSource,
  type Rejection,
} from './page-renderer.ts';
import { hasUnboundedParameters, toCacheKey } from './page-request.ts';
import type { PreviewRendering } from './renderer.ts';
import { ERROR_PAGE, isStoredPayloadUrl, parseStoredPayloadUrl } from './waku-urls.ts';

type Next = () => void;

const REDIRECT_MAX_AGE_S = 300;

type PageHandlerOptions<Draft> = PageRendererOptions & {
  readonly pages: PageDirectory;
  readonly settings: Pick<FrameworkSettings, 'trailingSlash'>;
  readonly errorPages: ErrorPages;
  readonly findRedirect: Required<RoutingPort>['findRedirect'];
  readonly preview: Pick<PreviewRendering<Draft>, 'draftOf' | 'run'>;
};

/**
 * Answers requests for pages, their RSC payloads and their content from the response cache. These responses are the
 * same for every client, so they may depend only on the URL of a request.
 */
export const createPageHandler = <Draft>(options: PageHandlerOptions<Draft>) => {
  const { pages, payloads, content, settings, errorPages, findRedirect, preview, shared } = options;
  const render = createPageRenderer(options);
  const cache = createResponseCache<PageSource, Rejection>({ render, onReuse: recompressInBackground });

  const readPayload = async (pathname: string): Promise<CachedResponse | null> => {
    const version = parseStoredPayloadUrl(pathname);
    if (version === null) return null;
    const stored = payloads.readResponse(version);
    if (stored) return stored;
    const text = await shared()?.readPayload(version);
    if (!text) return null;
    payloads.add({ version, text }, { isLongLived: true });
    return payloads.readResponse(version);
  };

  /**
   * Whether the response for a URL without a page is 404. It is not if an endpoint or Waku handles the URL: Waku
   * handles paths that begin with `/_`, and the payload of the error page, which the router requests.
   */
  const isUnknown = ({ kind, path }: PageRequest): boolean => {
    if (path.startsWith('/_')) return false;
    return kind === 'payload' ? path !== ERROR_PAGE : !pages.hasEndpoint(path);
  };

  const redirectMissing = (
    { kind }: PageRequest,
    { location, status, tags }: PageRedirect,
    response: ServerResponse,
  ): void => {
    if (kind !== 'document') {
      // Not 404: then the client router would show the error page. For any other error status it loads the document,
      // which redirects.
      sendPlainError(response, 410);
      return;
    }
    // Without a maximum age, browsers would cache a permanent redirect indefinitely, but editors may change it.
    response.writeHead(status, {
      location,
      'cache-control': `public, max-age=${REDIRECT_MAX_AGE_S}`,
      'cache-tag': tags.join(','),
      'surrogate-key': tags.join(' '),
    });
    response.end();
  };

  const answerRejected = async (
    { kind, path, query }: PageRequest,
    { statusCode, message, isMissing }: Rejection,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const redirect = isMissing ? await findRedirect(path, query) : null;
    if (redirect) return redirectMissing({ kind, path, query }, redirect, response);
    if (kind !== 'payload') {
      const url = isMissing ? (request.url ?? '/') : '';
      return errorPages.send(request, response, { statusCode, message: message + url });
    }
    if (statusCode === 503) response.setHeader('retry-after', RETRY_AFTER_S);
    sendPlainError(response, statusCode);
  };

  const answer = async (
    { pathname, page: requested }: ParsedRequest,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): Promise<void> => {
    if (isStoredPayloadUrl(pathname)) {
      const payload = await readPayload(pathname);
      return payload ? sendCachedResponse(request, response, payload, { state: 'hit' }) : next();
    }
    if (!requested) return next();
    const match = await pages.findPage(requested.path);
    if (!match) {
      if (!isUnknown(requested)) return next();
      return answerRejected(requested, NO_PAGE, request, response);
    }
    const query = toOwnQuery(requested.query, match.page.parameters);
    if (hasUnboundedParameters(query, match.page.parameters)) return next();

    const source = { ...match, request: { ...requested, query } };
    const key = toCacheKey(source.request, settings);
    const cached = cache.find(key);
    if (cached) return sendCachedResponse(request, response, cached.response, { state: cached.state });
    const result = await cache.render(key, source);
    if (result.kind === 'other') return answerRejected(requested, result.other, request, response);
    return sendCachedResponse(request, response, result.response, { state: 'miss' });
  };

  return {
    /** The cached response to exactly this URL, or null. */
    find: cache.find,

    /**
     * Answers a request for a page. Calls `next` if the request bypasses the cache or the render throws. Never rejects.
     */
    answer: async (
      parsed: ParsedRequest,
      request: IncomingMessage,
      response: ServerResponse,
      next: Next,
    ): Promise<void> => {
      const draft = preview.draftOf(request.headers.cookie);
      if (draft !== null) {
        preview.run(draft, next);
        return;
      }
      if (!isRead(request.method)) {
        next();
        return;
      }
      try {
        await content.withBudget(() => answer(parsed, request, response, next));
      } catch (error) {
        log.error({ err: error }, 'a page could not be rendered');
        if (response.headersSent) response.destroy();
        else next();
      }
    },

    purge: (tags: readonly string[] | null): void => {
      errorPages.purge();
      cache.purge(tags);
    },
  };
};
