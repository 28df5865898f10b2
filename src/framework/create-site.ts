import 'server-only';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { connectRedisCache, type Purge, type RedisCache } from './cache/redis-cache.ts';
import { CLIENT_ADDRESS_HEADER } from './http/client-address-header.ts';
import { createPipeline } from './http/pipeline.ts';
import { connectSharedLimits, createRateLimiter, type SharedLimits } from './http/rate-limit.ts';
import { validateHeaders } from './http/request-headers.ts';
import { requestKindOf } from './http/request-kind.ts';
import { pathOf } from './http/request-log.ts';
import { createStaticFiles } from './http/static-files.ts';
import { sendTooManyRequests } from './http/too-many-requests.ts';
import { handleClientErrors } from './ops/client-errors.ts';
import { redirectConsoleToLog } from './ops/console-to-log.ts';
import { CSP_REPORTS, handleCspReports } from './ops/csp-reports.ts';
import { listen } from './ops/listen.ts';
import { answerLeavePreview, answerPreview, LEAVE_PREVIEW } from './ops/preview.ts';
import { createRevalidationWebhook } from './ops/revalidation-webhook.ts';
import { handleVitals } from './ops/web-vitals.ts';
import { hasAction } from './rsc/action-manifest.ts';
import { createErrorResponder } from './rsc/error-responses.ts';
import { createPageDirectory } from './rsc/page-directory.ts';
import { createPageHandler } from './rsc/page-handler.ts';
import { toPageModules } from './rsc/page-modules.tsx';
import { createRenderer } from './rsc/renderer.ts';
import { createServerEntryAdapter, fsRouter } from './rsc/waku.ts';
import type { Endpoint, SiteOptions } from './site-options.ts';

type PlainListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The client's address, as the front found it. */
const addressOf = ({ headers }: IncomingMessage): string => String(headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');

/** Waku's server entry for a site: the request pipeline, static files, then Waku, in production and in development. */
export const createSite = <Draft>(options: SiteOptions<Draft>) => {
  const { settings, content } = options;
  const pages = createPageDirectory(options.pages);

  const listenerOptions = {
    overrideGlobalObjects: false,
    // `readBody` discards the rest of a body for as long as a request may take. This option would cut the connection after half
    // a second, although the response has promised to keep it alive.
    autoCleanupIncoming: false,
    // For HTTP/1.0, which has no Host header.
    hostname: new URL(settings.url).host,
  } as const;

  const toEndpointListener = (endpoint: Endpoint): PlainListener => {
    const listener = getRequestListener(
      (request) => endpoint(request, { address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown' }),
      listenerOptions,
    );
    return (request, response) => void listener(request, response);
  };

  const createAdapter = createServerEntryAdapter(({ processRequest, processBuild, isBuild }) => {
    let sharedLimits: SharedLimits | null = null;
    const limits = createRateLimiter({
      perMinute: settings.rateLimitPerMinute,
      share: () => sharedLimits?.share ?? null,
    });

    const renderer = createRenderer({
      processRequest,
      pages,
      hasAction,
      isProduction: isBuild,
    });
    const render = renderer.respond;
    const answer = getRequestListener(render, listenerOptions);

    /** Answers what is no cached page: an endpoint, or what is rendered for this client within its limit. */
    const answerUncached: RequestListener = (request, response) => {
      const path = pathOf(request.url ?? '/');
      const isRendered = !pages.hasEndpoint(path);
      const waitS = isRendered ? limits.takeRender(addressOf(request)) : null;
      if (waitS === null) void answer(request, response);
      else sendTooManyRequests(response, requestKindOf(request.method, path), waitS);
    };

    let shared: RedisCache | null = null;
    let purgeHere: Purge = content.invalidate;
    const answerRevalidation = createRevalidationWebhook({
      secret: settings.revalidateSecret,
      purge: async (tags) => {
        purgeHere(tags);
        await shared?.purge(tags);
      },
      isFirst: async (signature, seconds) => (await shared?.isFirst(signature, seconds)) ?? true,
    });

    const front = createPipeline({
      isProduction: isBuild,
      limits,
      services: Object.fromEntries(
        Object.entries<Endpoint>({
          ...options.endpoints,
          '/api/revalidate': answerRevalidation,
          '/api/preview': answerPreview,
          [LEAVE_PREVIEW]: answerLeavePreview,
          '/api/vitals': handleVitals,
          '/api/client-errors': handleClientErrors,
          [CSP_REPORTS]: handleCspReports,
        }).map(([path, endpoint]) => [path, toEndpointListener(endpoint)]),
      ),
      answerFailure: createErrorResponder(renderer),
    });

    const serve = (): void => {
      redirectConsoleToLog();
      // Not `config.distDir`: the build was made in another directory and then moved.
      const files = createStaticFiles(path.resolve('dist/public'), path.resolve('dist/prerendered.json'));
      const pageHandler = createPageHandler({ pages, renderer, shared: () => shared });
      purgeHere = (tags) => {
        content.invalidate(tags);
        pageHandler.purge(tags);
      };
      if (settings.redis !== null) {
        const { url, keyPrefix } = settings.redis;
        const buildId = import.meta.env.WAKU_BUILD_ID ?? '';
        void connectRedisCache(url, { keyPrefix, buildId, purgeHere }).then((connected) => {
          shared = connected;
        });
        void connectSharedLimits(url, settings.rateLimitPerMinute).then((connected) => {
          sharedLimits = connected;
        });
      }
      const answerPage: RequestListener = (request, response) => {
        void pageHandler.answer(request, response, () => answerUncached(request, response));
      };
      for (const { start } of options.services ?? []) void start();
      listen(
        (request, response) => {
          if (validateHeaders(request) === null && pageHandler.answerFromCache(request, response)) return;
          front(request, response, () => files(request, response, () => answerPage(request, response)));
        },
        {
          beforeExit: async (limitMs) => {
            shared?.close();
            sharedLimits?.close();
            await Promise.all((options.services ?? []).map(({ stop }) => stop(limitMs)));
          },
        },
      );
    };

    return {
      fetch: render,
      front,
      serve,
      listPaths: pages.listPaths,
      origin: settings.url,
      build: processBuild,
    };
  });

  return createAdapter(fsRouter(toPageModules(options.pages)));
};
