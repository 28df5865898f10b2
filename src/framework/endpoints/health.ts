import 'server-only';
import { type Context, Hono } from 'hono';
import { collectDefaultMetrics } from 'prom-client';
import type { Env } from '../context.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { log } from '../log.ts';
import { defineGauge, registry } from '../metrics-registry.ts';
import { toJson, toJsonError } from '../responses.ts';
import type { FrameworkSettings, SiteOptions } from '../site-options.ts';

/** `hidden`: the client gets 404, as if there were no metrics. */
type Access = 'open' | 'unauthorised' | 'hidden';

type AccessSettings = Pick<FrameworkSettings, 'metricsToken' | 'url'>;

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOCAL_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
/** A request with one of these headers was forwarded by a proxy. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'cf-connecting-ip'];

/** The token of an Authorization header of the Bearer scheme, whose name is case-insensitive (RFC 9110 § 11.1). */
const bearerTokenOf = (headers: Headers): string =>
  /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';

/**
 * Whether a client may read the metrics. If there is a token, the client has to send it. Without a token, only clients
 * that connect directly from this machine may, and only while the site has no public URL: behind a proxy, every visitor
 * seems to connect from this machine.
 */
const checkAccess = ({ env, req }: Context<Env>, { metricsToken: token, url }: AccessSettings): Access => {
  const { headers } = req.raw;
  if (token !== null) return isSameSecret(token, bearerTokenOf(headers)) ? 'open' : 'unauthorised';
  const peer = env.incoming?.socket.remoteAddress ?? '';
  const isLocal =
    LOCAL_HOST.test(new URL(url).hostname) && LOCAL_ADDRESS.test(peer) && !FORWARDED.some((name) => headers.has(name));
  return isLocal ? 'open' : 'hidden';
};

type HealthOptions = {
  readonly checks: NonNullable<SiteOptions['health']>;
  /** Aborted when a graceful shutdown begins. */
  readonly draining: AbortSignal;
  readonly settings: AccessSettings;
};

/**
 * `/healthz`, `/readyz` and `/metrics`. An instance is ready if all checks are ready and no shutdown has begun. Clients
 * without access to the metrics see only the `summary` of each check.
 */
export const createHealthEndpoints = ({ checks, draining, settings }: HealthOptions): Hono<Env> => {
  const health = new Hono<Env>();
  health.onError((error) => {
    log.error({ err: error }, 'health endpoint failed');
    return toJsonError(503);
  });

  health.get('/healthz', (c) => {
    c.set('logLevel', 'debug');
    return toJson({ status: 'ok' });
  });

  health.get('/readyz', async (c) => {
    const hasDetails = checkAccess(c, settings) === 'open';
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, ...(await check()) })),
    );
    const isReady = results.every((result) => result.isReady);
    const status = draining.aborted ? 'stopping' : isReady ? 'ok' : 'unavailable';
    // Proxies ask every second. The shutdown may have begun during the checks, and is not an error.
    if (status !== 'unavailable') c.set('logLevel', status === 'ok' ? 'debug' : 'info');
    const states = Object.fromEntries(
      results.map(({ name, summary, details }) => [name, hasDetails ? details : summary]),
    );
    return toJson({ status, ...states }, status === 'ok' ? 200 : 503);
  });

  health.get('/metrics', async (c) => {
    const access = checkAccess(c, settings);
    if (access === 'hidden') return toJsonError(404);
    if (access === 'unauthorised') return toJsonError(401, undefined, { 'www-authenticate': 'Bearer' });
    const text = await registry.metrics();
    return new Response(text, { headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' } });
  });

  return health;
};

/** Defines the metrics of the process and the build. Called once when the server starts. */
export const defineProcessMetrics = (): void => {
  collectDefaultMetrics({ register: registry });
  defineGauge({ name: 'site_build_info', help: 'The running build.', labelNames: ['build', 'node'] }).set(
    { build: import.meta.env.WAKU_BUILD_ID ?? 'none', node: process.version },
    1,
  );
};
