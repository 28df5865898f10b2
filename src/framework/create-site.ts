import 'server-only';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { revalidate } from '../content/reader.ts';
import { env } from '../env.ts';
import { handleCaptchaChallenge, handleMailSend, startMail, stopMail } from '../mail/mail.ts';
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
import type { PageDirectory } from './rsc/page-directory.ts';
import { createPageHandler } from './rsc/page-handler.ts';
import { createRenderer } from './rsc/renderer.ts';
import { createServerEntryAdapter } from './rsc/waku.ts';

const LISTENER_OPTIONS = {
  overrideGlobalObjects: false,
  // `readBody` discards the rest of a body for as long as a request may take. This option would cut the connection after half a
  // second, although the answer said that it is kept alive.
  autoCleanupIncoming: false,
  // For HTTP/1.0, which knows no Host.
  hostname: new URL(env.SITE_URL).host,
} as const;

type Service = (request: Request, caller: { readonly address: string }) => Promise<Response>;

/** A service learns the client's address from the front; a browser's word for it does not count. */
const toService = (service: Service) => {
  const listener = getRequestListener(
    (request) => service(request, { address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown' }),
    LISTENER_OPTIONS,
  );
  return (request: IncomingMessage, response: ServerResponse): void => void listener(request, response);
};

/** The client's address, as the front found it. */
const addressOf = ({ headers }: IncomingMessage): string => String(headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');

type Fetch = (request: Request) => Promise<Response>;

const toListener = (fetch: Fetch) => getRequestListener(fetch, LISTENER_OPTIONS);

/**
 * The site's own Waku adapter, in the order of architecture §3: the front, files, then Waku. `serve` starts the one
 * process that answers; under `waku dev` the same front runs as a middleware of the development server.
 */
export default createServerEntryAdapter<PageDirectory>(({ processRequest, processBuild, isBuild }, pages) => {
  let sharedLimits: SharedLimits | null = null;
  const limits = createRateLimiter({
    perMinute: env.RATE_LIMIT_PER_MIN,
    share: () => sharedLimits?.share ?? null,
  });

  const renderer = createRenderer({
    processRequest,
    pages,
    hasAction,
    isProduction: isBuild,
  });
  const render = renderer.respond;
  const answer = toListener(render);

  /** Answers what is no cached page: an endpoint, or what is rendered for this client within its limit. */
  const answerUncached: RequestListener = (request, response) => {
    const path = pathOf(request.url ?? '/');
    const isRendered = !pages?.hasEndpoint(path);
    const waitS = isRendered ? limits.takeRender(addressOf(request)) : null;
    if (waitS === null) void answer(request, response);
    else sendTooManyRequests(response, requestKindOf(request.method, path), waitS);
  };

  let shared: RedisCache | null = null;
  let purgeHere: Purge = revalidate;
  const answerRevalidation = createRevalidationWebhook({
    secret: env.REVALIDATE_SECRET,
    purge: async (tags) => {
      purgeHere(tags);
      await shared?.purge(tags);
    },
    isFirst: async (signature, seconds) => (await shared?.isFirst(signature, seconds)) ?? true,
  });

  const front = createPipeline({
    isProduction: isBuild,
    limits,
    services: {
      '/mail/send': toService(handleMailSend),
      '/api/captcha/challenge': toService(handleCaptchaChallenge),
      '/api/revalidate': toService(answerRevalidation),
      '/api/preview': toService(answerPreview),
      [LEAVE_PREVIEW]: toService(answerLeavePreview),
      '/api/vitals': toService(handleVitals),
      '/api/client-errors': toService(handleClientErrors),
      [CSP_REPORTS]: toService(handleCspReports),
    },
    answerFailure: createErrorResponder(renderer),
  });

  const serve = (): void => {
    redirectConsoleToLog();
    // Not `config.distDir`: the build was made in another directory and then moved.
    const files = createStaticFiles(path.resolve('dist/public'), path.resolve('dist/prerendered.json'));
    const pageHandler = pages ? createPageHandler({ pages, renderer, shared: () => shared }) : null;
    purgeHere = (tags) => {
      revalidate(tags);
      pageHandler?.purge(tags);
    };
    if (env.REDIS_URL !== null) {
      const buildId = import.meta.env.WAKU_BUILD_ID ?? '';
      const keyPrefix = env.REDIS_KEY_PREFIX;
      void connectRedisCache(env.REDIS_URL, { keyPrefix, buildId, purgeHere }).then((connected) => {
        shared = connected;
      });
      void connectSharedLimits(env.REDIS_URL, env.RATE_LIMIT_PER_MIN).then((connected) => {
        sharedLimits = connected;
      });
    }
    const answerPage: RequestListener = (request, response) => {
      if (pageHandler === null) answerUncached(request, response);
      else void pageHandler.answer(request, response, () => answerUncached(request, response));
    };
    void startMail();
    listen(
      (request, response) => {
        if (validateHeaders(request) === null && pageHandler?.answerFromCache(request, response)) return;
        front(request, response, () => files(request, response, () => answerPage(request, response)));
      },
      {
        beforeExit: async (limitMs) => {
          shared?.close();
          sharedLimits?.close();
          await stopMail(limitMs);
        },
      },
    );
  };

  return {
    fetch: render,
    front,
    serve,
    listPaths: async () => pages?.listPaths() ?? [],
    origin: env.SITE_URL,
    build: processBuild,
  };
});
