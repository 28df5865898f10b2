import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createCacheFastPath, createRedisCache, type Purge, type RedisCache } from './cache/index.ts';
import { withDefaults } from './default-options.ts';
import {
  CSP_REPORTS,
  createClientErrorsEndpoint,
  createConnectionCheck,
  createCspReportsEndpoint,
  createHealthEndpoints,
  createPreview,
  createRevalidationWebhook,
  createUnsavedPreviewEndpoint,
  defineProcessMetrics,
  LEAVE_PREVIEW,
  listen,
  redirectConsoleToLog,
  UNSAVED_PREVIEW,
} from './endpoints/index.ts';
import { log } from './log.ts';
import {
  clientAddressOf,
  createClassifier,
  createPipeline,
  createRateLimiter,
  createRequestLog,
  createSecurityHeaders,
  createStaticFiles,
  type ParsedRequest,
  type SharedPoints,
  sendTooManyRequests,
  shareThroughRedis,
  validateHeaders,
} from './middleware/index.ts';
import { createRedis, type Redis } from './redis.ts';
import {
  createPageDirectory,
  createRscServer,
  createServerEntryAdapter,
  fsRouter,
  isPreviewRender,
  kindOfRouterUrl,
  NOT_FOUND,
  renderAsPreview,
  toPageModules,
  toPageRequest,
} from './render/index.ts';
import type { Endpoint, SiteOptions } from './site-options.ts';

/**
 * Waku's server entry for a site. In production it handles requests with the cache fast path, the request pipeline,
 * static files, the response cache and Waku. Under the development server it provides the pipeline.
 */
export const createSite = <Draft>(options: SiteOptions<Draft>) => {
  const site = withDefaults(options);
  const { settings, content, routing } = site;
  log.level = settings.logLevel;
  const pages = createPageDirectory(site.pages);
  const securityOptions = { ...settings, ...site.security, reportPath: CSP_REPORTS };
  const securityHeaders = createSecurityHeaders(securityOptions);
  const classify = createClassifier({
    kindOfRouterUrl,
    hasEndpoint: (path) => path in site.endpoints || pages.hasEndpoint(path),
  });
  const draining = new AbortController();
  const openLogEntry = createRequestLog(draining.signal);
  const preview = {
    ...createPreview(site.preview, settings.url),
    run: <Value>(draft: Draft, render: () => Value): Value => renderAsPreview(() => site.preview.run(draft, render)),
    isActive: isPreviewRender,
  };

  const listenerOptions = {
    overrideGlobalObjects: false,
    // `readBody` discards the rest of a body for as long as a request may take. If this option were on, it would cut
    // the connection after half a second, although the response has promised to keep it alive.
    autoCleanupIncoming: false,
    // For HTTP/1.0, which has no Host header.
    hostname: new URL(settings.url).host,
  } as const;

  const toListener = (endpoint: Endpoint) =>
    getRequestListener((request) => endpoint(request, { address: clientAddressOf(request.headers) }), listenerOptions);

  const createAdapter = createServerEntryAdapter(({ processRequest, processBuild, isBuild }) => {
    let redis: Redis | null = null;
    let shared: RedisCache | null = null;
    let sharePoints: SharedPoints | null = null;
    const limits = createRateLimiter({ perMinute: settings.rateLimitPerMinute, share: () => sharePoints });
    const { pageHandler, handleRequest, sendErrorPage } = createRscServer({
      ...site,
      processRequest,
      pages,
      isProduction: isBuild,
      preview,
      shared: () => shared,
    });
    const answer = getRequestListener(
      async (request) => (await preview.explain(request)) ?? handleRequest(request),
      listenerOptions,
    );

    /** Answers requests that bypass the response cache. Renders for one client count against the client's limit. */
    const answerUncached = async (
      { kind, pathname, address }: ParsedRequest,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> => {
      const isRendered = !pages.hasEndpoint(pathname);
      const waitS = isRendered ? await limits.takeRender(address) : null;
      if (waitS === null) await answer(request, response);
      else sendTooManyRequests(response, kind, waitS);
    };

    const purgeHere: Purge = (tags) => {
      content.invalidate(tags);
      pageHandler.purge(tags);
    };
    const isFirst = async (signature: string, seconds: number) => (await shared?.isFirst(signature, seconds)) ?? true;
    const answerRevalidation = createRevalidationWebhook({
      secret: settings.revalidateSecret,
      purge: async (tags) => {
        purgeHere(tags);
        await shared?.purge(tags);
      },
      isFirst,
    });
    const answerConnectionCheck = createConnectionCheck({
      secret: settings.revalidateSecret,
      previewSecret: site.preview.secret,
      url: settings.url,
      checkCms: site.checkCms,
      isFirst,
    });
    const answerUnsavedPreview = createUnsavedPreviewEndpoint({
      content: site.preview.unsaved,
      url: settings.url,
      securityOptions,
      isFirst,
      takeRender: limits.takeRender,
      render: (request) => renderAsPreview(() => handleRequest(request)),
    });

    const endpoints: Readonly<Record<string, Endpoint>> = {
      ...site.endpoints,
      '/api/preview': preview.enter,
      [LEAVE_PREVIEW]: preview.leave,
      [UNSAVED_PREVIEW]: answerUnsavedPreview,
      '/api/revalidate': answerRevalidation,
      '/api/connection': answerConnectionCheck,
      '/api/client-errors': createClientErrorsEndpoint(routing),
      [CSP_REPORTS]: createCspReportsEndpoint(),
    };

    const pipeline = createPipeline({
      ...settings,
      isProduction: isBuild,
      routing,
      classify,
      toPageRequest,
      securityHeaders,
      openLogEntry,
      limits,
      endpoints: Object.fromEntries(Object.entries(endpoints).map(([path, endpoint]) => [path, toListener(endpoint)])),
      crossOriginPaths: new Set([UNSAVED_PREVIEW]),
      health: createHealthEndpoints({
        checks: site.health,
        draining: draining.signal,
        settings,
      }),
      sendErrorPage,
      notFound: (target) => ({ statusCode: 404, message: NOT_FOUND + target }),
    });

    /** Shares cached pages, purges and rate limits with the other instances of the site. */
    const connectInstances = async (): Promise<void> => {
      if (settings.redis === null) return;
      const { url, keyPrefix, configurationId } = settings.redis;
      const version = `${import.meta.env.WAKU_BUILD_ID}:${configurationId}`;
      redis = await createRedis(url);
      shared = createRedisCache(redis, { keyPrefix, version, purgeHere });
      sharePoints = shareThroughRedis(redis, { perMinute: settings.rateLimitPerMinute, keyPrefix });
    };

    const serve = (): void => {
      redirectConsoleToLog();
      defineProcessMetrics();
      // Not `config.distDir`: the build was made in another directory and then moved.
      const serveFile = createStaticFiles(path.resolve('dist/public'), path.resolve('dist/prerendered.json'));
      const answerFromCache = createCacheFastPath({
        find: pageHandler.find,
        isPublic: (cookies) => preview.draftOf(cookies) === null,
        securityHeaders,
        openLogEntry,
        kindOf: (url) => kindOfRouterUrl(url) ?? 'page',
      });
      void connectInstances();
      for (const { start } of site.services) void start();
      listen(
        (request, response) => {
          if (validateHeaders(request) === null && answerFromCache(request, response)) return;
          void pipeline(request, response, (parsed) =>
            serveFile(parsed, request, response, () => {
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
            redis?.disconnect();
            await Promise.all(site.services.map(({ stop }) => stop(limitMs)));
          },
        },
      );
    };

    return {
      fetch: handleRequest,
      // For the development server, which serves files and renders pages itself and starts the services.
      pipeline: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
        pipeline(request, response, () => next()),
      services: site.services,
      invalidateContent: () => purgeHere(null),
      serve,
      listPaths: pages.listPaths,
      listEndpoints: pages.listEndpoints,
      origin: settings.url,
      securityHeaders,
      build: processBuild,
    };
  });

  return createAdapter(fsRouter(toPageModules(site.pages, site.defaultHead)));
};
