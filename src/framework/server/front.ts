import 'server-only';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { contentHealth } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { clientAddress, trustedNetworks } from '../../mail/client-address.ts';
import { outboxHealth } from '../../mail/mail.ts';
import { isOwnOrigin } from '../../mail/origin.ts';
import { site } from '../../site/config.ts';
import { configuredRedirect } from '../../site/redirects.ts';
import { toCanonicalCase } from '../../site/routes.ts';
import type { RouteFailure } from '../route-verdict.ts';
import { judgeAddress } from './address.ts';
import { isDraining } from './draining.ts';
import { isRead, judgeMethod } from './methods.ts';
import { dropOrigin, judgeHeaders, setClientAddress } from './request-headers.ts';
import { logWhenDone, requestIdOf } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

type Next = () => void;
export type Front = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

type FrontOptions = {
  /** Whether the answers go to visitors; the development server needs inline scripts and its own files. */
  readonly isProduction: boolean;
  /** What answers any method at a path itself. */
  readonly services: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;
  /** Answers with an error page. */
  readonly answerFailure: (request: IncomingMessage, response: ServerResponse, failure: RouteFailure) => void;
};

/** So much of a refused address is repeated to who asked for it. */
const MAX_NAMED = 200;
const FOREIGN_FORM: RouteFailure = { statusCode: 403, message: 'This form belongs to another website.' };

const answerJson = (response: ServerResponse, statusCode: number, body: unknown): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

const refuse = (response: ServerResponse, statusCode: number, statusMessage = STATUS_CODES[statusCode]): void =>
  answerJson(response, statusCode, { statusCode, statusMessage });

/**
 * Ready means that a lead can be kept, and that the process is not about to end; content is always there, so an outage of
 * its system is only told.
 */
const answerReadiness = async (response: ServerResponse): Promise<void> => {
  const outbox = await outboxHealth();
  const status = isDraining() ? 'stopping' : outbox.writable ? 'ok' : 'unavailable';
  answerJson(response, status === 'ok' ? 200 : 503, {
    status,
    content: contentHealth(),
    outbox,
  });
};

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
export const createFront =
  ({ isProduction, services, answerFailure }: FrontOptions): Front =>
  (request, response, next) => {
    const id = requestIdOf(request);
    logWhenDone(request, response, id);
    response.setHeader('x-request-id', id);
    if (isDraining()) response.setHeader('connection', 'close');
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (isProduction || name !== 'content-security-policy') response.setHeader(name, value);
    }

    const refusedHeaders = judgeHeaders(request);
    if (refusedHeaders !== null) {
      refuse(response, refusedHeaders);
      return;
    }
    setClientAddress(request, clientAddressOf(request));

    const target = request.url ?? '/';
    const verdict = judgeAddress(target, { trailingSlash: site.trailingSlash, toCanonicalCase });
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
      answerFailure(request, response, { statusCode: 404, message: `Page not found: ${target.slice(0, MAX_NAMED)}` });
      return;
    }
    request.url = verdict.pathname + verdict.search;

    const elsewhere = configuredRedirect(verdict.pathname);
    if (elsewhere) {
      // Not for ever: the operator may bring the page back.
      response.writeHead(307, { location: elsewhere, 'cache-control': 'public, max-age=300' });
      response.end();
      return;
    }

    const service = services[verdict.pathname];
    if (!isRead(request.method) && isForeign(request)) {
      if (service || verdict.pathname.startsWith('/RSC/')) refuse(response, 403, FOREIGN_FORM.message);
      else answerFailure(request, response, FOREIGN_FORM);
      return;
    }
    if (!isRead(request.method)) dropOrigin(request);
    if (service) {
      service(request, response);
      return;
    }

    const method = judgeMethod(request.method ?? '', verdict.pathname, request.headers['content-type']);
    if (method.kind === 'refuse') {
      response.setHeader('allow', method.allow);
      refuse(response, method.statusCode);
      return;
    }

    if (verdict.pathname === '/healthz') {
      answerJson(response, 200, { status: 'ok' });
      return;
    }
    if (verdict.pathname === '/readyz') {
      void answerReadiness(response);
      return;
    }
    next();
  };
