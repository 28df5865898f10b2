import 'server-only';
import path from 'node:path';
import { format } from 'node:util';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { HTTPException } from 'hono/http-exception';
import { BusyError } from './busy-error.ts';
import { createPurgeChannel, type PurgeChannel } from './cache/index.ts';
import { clientAddress } from './client-address.ts';
import type { Env } from './context.ts';
import { withDefaults } from './default-options.ts';
import { CONTENT_CHANGED, runServices } from './development.ts';
import { createClientErrorsEndpoint } from './endpoints/client-errors.ts';
import { createConnectionCheck } from './endpoints/connection-check.ts';
import { CSP_REPORTS, createCspReportsEndpoint } from './endpoints/csp-reports.ts';
import { createHealthEndpoints, defineProcessMetrics } from './endpoints/health.ts';
import { createPreview, ENTER_PREVIEW, LEAVE_PREVIEW } from './endpoints/preview.ts';
import { createRevalidationWebhook } from './endpoints/revalidation-webhook.ts';
import { createMessageVerifier } from './endpoints/signed-messages.ts';
import { createUnsavedPreviewEndpoint, UNSAVED_PREVIEW } from './endpoints/unsaved-preview.ts';
import type { Limiter } from './limiter.ts';
import { log } from './log.ts';
import { allowedMethods } from './middleware/allowed-methods.ts';
import { canonicalUrl, parsedUrl } from './middleware/canonical-url.ts';
import { createRateLimiter, rateLimit, shareThroughRedis } from './middleware/rate-limit.ts';
import { CLIENT_CLOSED_REQUEST, requestId, requestLog } from './middleware/request-log.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { staticFiles } from './middleware/static-files.ts';
import { validHeaders } from './middleware/valid-headers.ts';
import { createRedis, type Redis } from './redis.ts';
import {
  createPageDirectory,
  createPages,
  createServerEntryAdapter,
  fsRouter,
  INTERNAL_ERROR,
  toPageModules,
} from './render/index.ts';
import { createSecurityHeaders, responseHeaders } from './security-headers.ts';
import { listen } from './server.ts';
import type { Endpoint, SiteOptions } from './site-options.ts';

/** A full render queue takes about as long to empty. */
const BUSY_RETRY_S = 2;

/** Writes the console output of libraries to the log, whose lines are all JSON. */
const redirectConsoleToLog = (): void => {
  const levels = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const;
  for (const [name, level] of Object.entries(levels)) {
    Object.assign(console, { [name]: (...parts: unknown[]) => log[level]({ text: format(...parts) }, 'console') });
  }
};

/** Waku's server entry for a site: a Hono app, of which Waku's renderer is the last handler. */
export const createSite = <Draft>(options: SiteOptions<Draft>) => {
  const site = withDefaults(options);
  const { settings, content, routing, messages } = site;
  log.level = settings.logLevel;
  const directory = createPageDirectory(site.pages);
  const draining = new AbortController();

  const createAdapter = createServerEntryAdapter(({ processRequest, processBuild, isBuild: isProduction }) => {
    let redis: Redis | null = null;
    let purges: PurgeChannel | null = null;
    let sharedLimiter: Limiter | null = null;
    const securityOptions = { ...settings, ...site.security, reportPath: CSP_REPORTS };
    const { 'content-security-policy': policy, ...otherHeaders } = createSecurityHeaders(securityOptions);
    // The documents of the development server contain inline scripts.
    const securityHeaders = isProduction ? { 'content-security-policy': policy ?? '', ...otherHeaders } : otherHeaders;
    const limits = createRateLimiter(settings.rateLimitPerMinute, () => sharedLimiter);
    const preview = site.preview && createPreview(site.preview, settings.url);
    const pages = createPages({
      ...site,
      processRequest,
      directory,
      isProduction,
      redis: () => redis,
      takeRender: limits.takeRender,
    });
    const { fail, renderDocument } = pages;

    const purgeHere = (tags: readonly string[] | null): void => {
      content.invalidate(tags);
      pages.purge(tags);
    };
    /** While Redis is unavailable, each instance remembers only the messages that it has accepted itself. */
    const verify = createMessageVerifier(async (signature, seconds) => {
      const key = `${settings.redis?.keyPrefix}:seen:${signature}`;
      return (await redis?.set(key, '1', 'EX', seconds, 'NX').catch(() => 'OK')) !== null;
    });
    const unsavedPreview = createUnsavedPreviewEndpoint({
      content: site.preview?.unsaved,
      securityOptions,
      verify,
      renderDocument,
    });
    const endpoints: Readonly<Record<string, Endpoint>> = {
      ...site.endpoints,
      ...(preview && { [ENTER_PREVIEW]: preview.enter, [LEAVE_PREVIEW]: preview.leave }),
      [UNSAVED_PREVIEW]: unsavedPreview,
      '/api/revalidate': createRevalidationWebhook({
        secret: settings.revalidateSecret,
        purge: async (tags) => {
          purgeHere(tags);
          await purges?.send(tags);
        },
        verify,
      }),
      '/api/connection': createConnectionCheck({
        secret: settings.revalidateSecret,
        previewSecret: site.preview?.secret ?? null,
        url: settings.url,
        checkCms: site.checkCms,
        verify,
      }),
      '/api/client-errors': createClientErrorsEndpoint(routing),
      [CSP_REPORTS]: createCspReportsEndpoint(),
    };

    /** The pipeline of a request, in the order of its middlewares. */
    const createApp = (serveFiles: boolean): Hono<Env> => {
      const app = new Hono<Env>();
      app.onError((error, c) => {
        if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
        if (error instanceof BusyError) {
          const headers = {
            'retry-after': String(BUSY_RETRY_S),
            'cache-control': 'no-store',
            // What is left of a body is not read.
            ...(c.req.raw.body !== null && { connection: 'close' }),
          };
          return fail(c, { statusCode: 503, message: messages.busy, headers });
        }
        if (error instanceof HTTPException) {
          const headers = Object.fromEntries(error.res?.headers ?? []);
          return fail(c, { statusCode: error.status, message: error.message, headers });
        }
        log.error({ err: error }, 'a request failed');
        return fail(c, INTERNAL_ERROR);
      });
      app.use(contextStorage());
      app.use(requestId());
      app.use(requestLog());
      app.use(responseHeaders(securityHeaders));
      app.use(validHeaders());
      app.use(clientAddress(settings.trustProxy));
      app.use(
        parsedUrl({
          trailingSlash: settings.trailingSlash,
          toCanonicalPath: routing.toCanonicalPath,
          hasEndpoint: (pathname) => pathname in endpoints || directory.hasEndpoint(pathname),
        }),
      );
      app.use(rateLimit(fail, limits, messages.tooManyRequests));
      app.use(canonicalUrl(fail, messages.urlTooLong));
      // The CMS posts to it. It verifies a signature and ignores cookies.
      app.all(UNSAVED_PREVIEW, unsavedPreview);
      app.use(sameOrigin(fail, settings.url, messages.foreignForm));
      for (const [pathname, endpoint] of Object.entries(endpoints)) app.all(pathname, endpoint);
      app.use(allowedMethods(fail));
      app.route('/', createHealthEndpoints({ checks: site.health, draining: draining.signal, settings }));
      if (serveFiles) app.use(staticFiles(fail, path.resolve('dist/public'), path.resolve('dist/prerendered.json')));
      if (preview) app.use(preview.showDraft);
      app.all('*', pages.handle);
      return app;
    };

    /** Shares purges and rate limits with the other instances of the site. */
    const connectInstances = async (): Promise<void> => {
      if (settings.redis === null) return;
      const { url, keyPrefix } = settings.redis;
      redis = await createRedis(url);
      purges = createPurgeChannel(redis, {
        keyPrefix,
        onPurge: purgeHere,
        onJoin: () => {
          content.catchUp();
          pages.purge(null);
        },
      });
      sharedLimiter = shareThroughRedis(redis, settings.rateLimitPerMinute, keyPrefix);
    };

    /** Loads what every page needs before there are visitors, who would wait for it. */
    const warmUp = async (app: Hono<Env>): Promise<void> => {
      await directory.loadPages();
      const home = new URL('/', settings.url);
      const response = await app.request(home, { headers: { host: home.host } }, {});
      await response.body?.cancel();
    };

    const serve = async (): Promise<void> => {
      redirectConsoleToLog();
      defineProcessMetrics();
      void connectInstances();
      for (const { start } of site.services) void start();
      const server = createApp(true);
      await warmUp(server);
      listen({
        ...settings,
        fetch: server.fetch,
        draining,
        securityHeaders,
        beforeExit: async (limitMs) => {
          purges?.close();
          redis?.disconnect();
          await Promise.all(site.services.map(({ stop }) => stop(limitMs)));
        },
      });
    };

    // The development server and the build serve the files themselves.
    const app = createApp(false);
    if (import.meta.hot) {
      void runServices(site.services);
      import.meta.hot.on(CONTENT_CHANGED, () => purgeHere(null));
    }

    return {
      fetch: (request: Request, bindings: Env['Bindings'] = {}) => app.fetch(request, bindings),
      serve,
      listPaths: directory.listPaths,
      listEndpoints: directory.listEndpoints,
      origin: settings.url,
      securityHeaders,
      build: processBuild,
    };
  });

  return createAdapter(fsRouter(toPageModules(site.pages, site.head)));
};
