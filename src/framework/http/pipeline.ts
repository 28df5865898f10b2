import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '../../env.ts';
import { site } from '../../site/config.ts';
import { configuredRedirect } from '../../site/redirects.ts';
import { toCanonicalCase } from '../../site/routes.ts';
import { answerOperationsRequest } from '../ops/health-endpoints.ts';
import { toPageRequest } from '../rsc/page-request.ts';
import { NOT_FOUND, type RouteFailure } from '../rsc/route-validation.ts';
import { clientAddress, trustedNetworks } from './client-address.ts';
import { isRead, validateMethod } from './methods.ts';
import { refuse } from './plain-responses.ts';
import type { RateLimiter } from './rate-limit.ts';
import { dropOrigin, hasReadableHost, setClientAddress, validateHeaders } from './request-headers.ts';
import { type RequestKind, requestKindOf } from './request-kind.ts';
import { logWhenDone, requestIdOf } from './request-log.ts';
import { isOwnOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { sendTooManyRequests } from './too-many-requests.ts';
import { type NormalizedUrl, normalizeUrl } from './url-normalization.ts';

type Next = () => void;
export type Front = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

type FrontOptions = {
  /** Whether the answers go to visitors; the development server needs inline scripts and its own files. */
  readonly isProduction: boolean;
  readonly limits: RateLimiter;
  /** What answers any method at a path itself. */
  readonly services: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;
  /** Answers with an error page. */
  readonly answerFailure: (request: IncomingMessage, response: ServerResponse, failure: RouteFailure) => Promise<void>;
};

/** So much of a refused address is repeated to who asked for it. */
const MAX_NAMED = 200;
const FOREIGN_FORM: RouteFailure = { statusCode: 403, message: 'This form belongs to another website.' };

/** Static assets and health checks are exempt from rate limiting. */
const isFree = (method: string | undefined, kind: RequestKind, verdict: NormalizedUrl): boolean =>
  verdict.kind === 'accept' && isRead(method) && (kind === 'operation' || verdict.pathname.startsWith('/assets/'));

const trusted = trustedNetworks(env.TRUST_PROXY);

const isForeign = ({ headers }: IncomingMessage): boolean =>
  !isOwnOrigin(
    {
      origin: headers.origin ?? null,
      fetchSite: [headers['sec-fetch-site'] ?? []].flat()[0] ?? null,
      host: headers.host ?? null,
    },
    env.SITE_URL,
  );

const clientAddressOf = ({ socket, headers }: IncomingMessage): string =>
  clientAddress(socket.remoteAddress, [headers['x-forwarded-for'] ?? []].flat().join(','), trusted);

/**
 * The first stage of the server (architecture §3): request id and log, security headers, method guard, the address
 * brought to its one spelling, health. It runs before files and pages, in production and in development alike.
 */
export const createPipeline =
  ({ isProduction, limits, services, answerFailure }: FrontOptions): Front =>
  (request, response, next) => {
    const id = requestIdOf(request);
    logWhenDone(request, response, id);
    response.setHeader('x-request-id', id);
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (isProduction || name !== 'content-security-policy') response.setHeader(name, value);
    }

    const headerError = validateHeaders(request) ?? (hasReadableHost(request) ? null : 400);
    if (headerError !== null) {
      refuse(response, headerError);
      return;
    }
    const address = clientAddressOf(request);
    setClientAddress(request, address);

    const target = request.url ?? '/';
    const verdict = normalizeUrl(target, { trailingSlash: site.trailingSlash, toCanonicalCase });
    const kind = verdict.kind === 'accept' ? requestKindOf(request.method, verdict.pathname) : 'page';
    const waitS = isFree(request.method, kind, verdict) ? null : limits.take(address);
    if (waitS !== null) {
      sendTooManyRequests(response, kind, waitS);
      return;
    }
    if (verdict.kind === 'redirect') {
      response.writeHead(308, { location: verdict.location, 'cache-control': 'public, max-age=3600' });
      response.end();
      return;
    }
    if (verdict.kind === 'too-long') {
      refuse(response, 414);
      return;
    }
    if (verdict.kind === 'refuse') {
      void answerFailure(request, response, { statusCode: 404, message: NOT_FOUND + target.slice(0, MAX_NAMED) });
      return;
    }
    request.url = verdict.pathname + verdict.search;

    const asked = toPageRequest(verdict.pathname, verdict.search);
    const elsewhere = asked && configuredRedirect(asked.path);
    if (elsewhere && asked.kind !== 'document') {
      // Not 404, for which the router shows the error page: after any other failure it leaves for the address.
      refuse(response, 410);
      return;
    }
    if (elsewhere) {
      // Not for ever: the operator may bring the page back.
      response.writeHead(307, { location: elsewhere, 'cache-control': 'public, max-age=300' });
      response.end();
      return;
    }

    const service = services[verdict.pathname];
    if (!isRead(request.method) && isForeign(request)) {
      if (service || verdict.pathname.startsWith('/RSC/')) refuse(response, 403, FOREIGN_FORM.message);
      else void answerFailure(request, response, FOREIGN_FORM);
      return;
    }
    if (!isRead(request.method)) dropOrigin(request);
    if (service) {
      service(request, response);
      return;
    }

    const method = validateMethod(request.method ?? '', verdict.pathname, request.headers['content-type']);
    if (method.kind === 'refuse') {
      response.setHeader('allow', method.allow);
      refuse(response, method.statusCode);
      return;
    }

    if (!answerOperationsRequest(verdict.pathname, request, response)) next();
  };
