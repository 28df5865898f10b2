import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../log.ts';
import { registry } from '../metrics-registry.ts';
import { sendJson, sendJsonError } from '../middleware/index.ts';
import type { FrameworkSettings, HealthCheck } from '../site-options.ts';
import { checkMetricsAccess } from './metrics-access.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type HealthOptions = {
  readonly checks: readonly HealthCheck[];
  /** Aborted when a graceful shutdown begins. */
  readonly draining: AbortSignal;
  readonly settings: Pick<FrameworkSettings, 'metricsToken' | 'url'>;
};

/**
 * `/healthz`, `/readyz` and `/metrics`. An instance is ready if all checks are ready and no shutdown has begun. Clients
 * without access to the metrics see only the `summary` of each check.
 */
export const createHealthEndpoints = ({ checks, draining, settings }: HealthOptions) => {
  const sendReadiness: Handler = async (request, response) => {
    const hasDetails = checkMetricsAccess(request, settings) === 'open';
    const results = await Promise.all(
      checks.map(async ({ name, isReady, details, summary }) => {
        const ready = await isReady();
        return { name, ready, state: hasDetails ? await details() : summary(ready) };
      }),
    );
    const isReady = results.every(({ ready }) => ready);
    const status = draining.aborted ? 'stopping' : isReady ? 'ok' : 'unavailable';
    sendJson(response, status === 'ok' ? 200 : 503, {
      status,
      ...Object.fromEntries(results.map(({ name, state }) => [name, state])),
    });
  };

  const sendMetrics: Handler = async (request, response) => {
    const access = checkMetricsAccess(request, settings);
    if (access === 'hidden') return sendJsonError(response, 404);
    if (access === 'unauthorised') {
      response.setHeader('www-authenticate', 'Bearer');
      return sendJsonError(response, 401);
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
    response.end(text);
  };

  const toListener = (handler: Handler) => (request: IncomingMessage, response: ServerResponse) => {
    handler(request, response).catch((error: unknown) => {
      log.error({ err: error, path: request.url }, 'health endpoint failed');
      sendJsonError(response, 503);
    });
  };

  return {
    '/healthz': (_request: IncomingMessage, response: ServerResponse) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': toListener(sendReadiness),
    '/metrics': toListener(sendMetrics),
  };
};
