import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { connectRedisCache, createCacheFastPath, type Purge, type RedisCache } from './cache/index.ts';
import { NO_CONTENT, withDefaults } from './default-options.ts';
import { CLIENT_ADDRESS_HEADER } from './http/client-address-header.ts';
import { createDraining } from './http/draining.ts';
import type { ParsedRequest } from './http/parsed-request.ts';
import { createPipeline } from './http/pipeline.ts';
import { connectSharedLimits, createRateLimiter, type SharedLimits } from './http/rate-limit.ts';
import { validateHeaders } from './http/request-headers.ts';
import { createClassifier } from './http/request-kind.ts';
import { createRequestLog } from './http/request-log.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createStaticFiles } from './http/static-files.ts';
import { sendTooManyRequests } from './http/too-many-requests.ts';
import { log } from './log.ts';
import { createClientErrorsEndpoint } from './ops/client-errors.ts';
import { redirectConsoleToLog } from './ops/console-to-log.ts';
import { CSP_REPORTS, createCspReportsEndpoint } from './ops/csp-reports.ts';
import { createHealthEndpoints } from './ops/health-endpoints.ts';
import { listen } from './ops/listen.ts';
import { defineProcessMetrics } from './ops/metrics.ts';
import { checkMetricsAccess } from './ops/metrics-access.ts';
import { createPreview, LEAVE_PREVIEW, PREVIEW_BAR } from './ops/preview.ts';
import { createRevalidationWebhook } from './ops/revalidation-webhook.ts';
import { createWebVitalsEndpoint } from './ops/web-vitals.ts';
import {
  createPageDirectory,
  createRscServer,
  createServerEntryAdapter,
  fsRouter,
  kindOfRouterUrl,
  NOT_FOUND,
  toPageModules,
  toPageRequest,
} from './rsc/index.ts';
import type { Endpoint, SiteOptions } from './site-options.ts';

type PlainListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The client's address, as the front found it. */
const addressOf = ({ headers }: IncomingMessage): string => String(headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');

/** Waku's server entry for a site: the request pipeline, static files, then Waku, in production and in development. */
export const createSite = <Draft>(options: SiteOptions<Draft>) => {
  const { content = NO_CONTENT, routing = {}, security = {} } = options;
  const settings = withDefaults(options.settings ?? {});
  log.level = settings.logLevel;
  const pages = createPageDirectory(options.pages);
  const toRoutePattern = routing.toRoutePattern ?? (() => null);
  const securityHeaders = createSecurityHeaders({
    url: settings.url,
    robots: settings.robots,
    reportPath: CSP_REPORTS,
    ...security,
  });
  const classify = createClassifier({
    kindOfRouterUrl,
    hasEndpoint: (path) => path in (options.endpoints ?? {}) || pages.hasEndpoint(path),
  });
  const draining = createDraining();
  const logRequest = createRequestLog(draining);
  const preview = options.preview
    ? { ...options.preview, ...createPreview(options.preview, { url: settings.url }), bar: PREVIEW_BAR }
    : null;

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

    let shared: RedisCache | null = null;
    const { pageHandler, handleRequest, sendErrorPage } = createRscServer({
      processRequest,
      pages,
      isProduction: isBuild,
      settings,
      content,
      preview,
      speculationRules: options.speculationRules ?? null,
      tooLargeMessage: options.tooLargeMessage ?? 'This is too large.',
      shared: () => shared,
    });
    const answer = getRequestListener(handleRequest, listenerOptions);

    /** Answers requests that bypass the response cache. Renders for one client count against the client's limit. */
    const answerUncached = async (
      { kind, pathname }: ParsedRequest,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> => {
      const isRendered = !pages.hasEndpoint(pathname);
      const waitS = isRendered ? await limits.takeRender(addressOf(request)) : null;
      if (waitS === null) await answer(request, response);
      else sendTooManyRequests(response, kind, waitS);
    };

    const purgeHere: Purge = (tags) => {
      content.invalidate(tags);
      pageHandler.purge(tags);
    };
    const answerRevalidation = createRevalidationWebhook({
      secret: settings.revalidateSecret,
      purge: async (tags) => {
        purgeHere(tags);
        await shared?.purge(tags);
      },
      isFirst: async (signature, seconds) => (await shared?.isFirst(signature, seconds)) ?? true,
    });

    const endpoints: Readonly<Record<string, Endpoint>> = {
      ...options.endpoints,
      ...(preview && { '/api/preview': preview.enter, [LEAVE_PREVIEW]: preview.leave }),
      '/api/revalidate': answerRevalidation,
      '/api/vitals': createWebVitalsEndpoint({ sampleRate: settings.vitalsSampleRate, toRoutePattern }),
      '/api/client-errors': createClientErrorsEndpoint({ toRoutePattern }),
      [CSP_REPORTS]: createCspReportsEndpoint(),
    };

    const pipeline = createPipeline({
      url: settings.url,
      isProduction: isBuild,
      trailingSlash: settings.trailingSlash,
      toCanonicalPath: routing.toCanonicalPath ?? ((path) => path),
      redirectOf: routing.redirectOf ?? (() => null),
      classify,
      toPageRequest,
      trustProxy: settings.trustProxy,
      securityHeaders,
      logRequest,
      limits,
      endpoints: Object.fromEntries(
        Object.entries(endpoints).map(([path, endpoint]) => [path, toEndpointListener(endpoint)]),
      ),
      health: createHealthEndpoints({
        checks: options.health ?? [],
        draining,
        metricsAccessOf: (request) =>
          checkMetricsAccess(request, { token: settings.metricsToken, siteUrl: settings.url }),
      }),
      sendErrorPage,
      notFound: (target) => ({ statusCode: 404, message: NOT_FOUND + target }),
    });

    const serve = (): void => {
      redirectConsoleToLog();
      defineProcessMetrics();
      // Not `config.distDir`: the build was made in another directory and then moved.
      const files = createStaticFiles(path.resolve('dist/public'), path.resolve('dist/prerendered.json'));
      const answerFromCache = createCacheFastPath({
        find: pageHandler.find,
        isPublic: (cookies) => preview === null || preview.draftOf(cookies) === null,
        securityHeaders,
        logRequest,
        kindOf: (url) => kindOfRouterUrl(url) ?? 'page',
      });
      if (settings.redis !== null) {
        const { url, keyPrefix, configurationId } = settings.redis;
        const version = `${import.meta.env.WAKU_BUILD_ID}:${configurationId}`;
        void connectRedisCache(url, { keyPrefix, version, purgeHere }).then((connected) => {
          shared = connected;
        });
        void connectSharedLimits(url, { perMinute: settings.rateLimitPerMinute, keyPrefix }).then((connected) => {
          sharedLimits = connected;
        });
      }
      for (const { start } of options.services ?? []) void start();
      listen(
        (request, response) => {
          if (validateHeaders(request) === null && answerFromCache(request, response)) return;
          void pipeline(request, response, (parsed) =>
            files(request, response, () => {
              void pageHandler.answer(parsed, request, response, () => answerUncached(parsed, request, response));
            }),
          );
        },
        {
          ...settings,
          draining,
          securityHeaders,
          beforeExit: async (limitMs) => {
            shared?.close();
            sharedLimits?.close();
            await Promise.all((options.services ?? []).map(({ stop }) => stop(limitMs)));
          },
        },
      );
    };

    return {
      fetch: handleRequest,
      front: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
        pipeline(request, response, () => next()),
      serve,
      listPaths: pages.listPaths,
      listEndpoints: pages.listEndpoints,
      origin: settings.url,
      build: processBuild,
    };
  });

  return createAdapter(fsRouter(toPageModules(options.pages, options.defaultHead ?? null)));
};
