/**
 * The server process: listens with Node's HTTP server, bounds what connections may cost, and shuts down gracefully. No
 * other module knows `IncomingMessage` and `ServerResponse`.
 */
import 'server-only';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import proxyAddr from 'proxy-addr';
import { limitKey, toAddress } from './client-address.ts';
import type { Env } from './context.ts';
import { log } from './log.ts';
import { defineCounter } from './metrics-registry.ts';
import { messageOf, toJsonError } from './responses.ts';
import type { FrameworkSettings } from './site-options.ts';

const STOP_TIMEOUT_MS = 10_000;
/** The part of the stop timeout that is reserved for `beforeExit`. */
const BEFORE_EXIT_MS = 1_500;
const UNCAUGHT_EXIT_MS = 1_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const WARNING_INTERVAL_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than the idle timeout of common load balancers, so that the load balancer closes the connection first. */
const KEEP_ALIVE_MS = 65_000;
/**
 * How long a rejected client may continue to send. Closing at once would reset the connection before the client reads
 * the response.
 */
const LINGER_MS = 1_000;

/** The status for each error code of the HTTP parser; 400 for all other codes. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const rejectedRequests = defineCounter({
  name: 'http_rejected_requests_total',
  help: 'Requests that the HTTP parser rejected or that timed out, by status.',
  labelNames: ['status'],
});

const countRejected = (status: number, code: string | undefined): void => {
  log.info({ status, code }, 'malformed request rejected');
  rejectedRequests.inc({ status: String(status) });
};

type Headers = Readonly<Record<string, string>>;

/** How many requests of a connection may wait for the response to the one before; no browser or proxy sends as many. */
const MAX_PIPELINED = 100;

/** The latest response of each connection, finished or not. */
type LatestResponses = Pick<WeakMap<Duplex, ServerResponse>, 'get'>;

/**
 * Responds to requests that the HTTP parser rejects or that time out, with the same headers as every other response. If
 * the client could mistake that for the response to an earlier request, the connection is closed instead.
 */
const respondToParserErrors = (server: Server, responses: LatestResponses, securityHeaders: Headers): void => {
  const reject = (socket: Duplex, status: number): void => {
    const body = JSON.stringify({ statusCode: status, statusMessage: messageOf(status) });
    const headers = {
      ...securityHeaders,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status} ${messageOf(status)}\r\n${lines.join('')}\r\n${body}`);
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const latest = responses.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || latest?.headersSent || latest?.req.complete) {
      socket.destroy();
      return;
    }
    const status = PARSER_STATUS[error.code ?? ''] ?? 400;
    countRejected(status, error.code);
    reject(socket, status);
  });
  const rejectInTurn = (socket: Duplex, status: number): void => {
    if (responses.get(socket)?.writableFinished === false) socket.destroy();
    else reject(socket, status);
  };
  server.on('connect', (_, socket) => rejectInTurn(socket, 405));
  server.on('checkExpectation', ({ socket }) => rejectInTurn(socket, 417));
};

/** The share of the connections that one client may have, unless it is a trusted proxy. */
const CLIENT_SHARE = 0.25;

type ConnectionLimits = Pick<FrameworkSettings, 'maxConnections' | 'trustProxy'>;

/**
 * Bounds the open connections in total and per client. A new connection beyond a bound replaces the least recently used
 * one that waits for a request or for the end of its headers. If there is none, the new one is closed. There is one
 * warning a minute.
 */
const limitConnections = (
  server: Server,
  responses: LatestResponses,
  { maxConnections, trustProxy }: ConnectionLimits,
): void => {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const maxPerClient = Math.max(1, Math.floor(maxConnections * CLIENT_SHARE));
  /** The client of each open connection, the least recently used first; null: a trusted proxy. */
  const clients = new Map<Socket, string | null>();
  let warnedAt = -Infinity;

  const clientOf = ({ remoteAddress = '' }: Socket): string | null => {
    const address = toAddress(remoteAddress);
    if (address === null) return remoteAddress;
    return isTrusted(address, 0) ? null : limitKey(address);
  };

  const close = (socket: Socket): void => {
    clients.delete(socket);
    socket.destroy();
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn({ limit: maxConnections, limitPerClient: maxPerClient }, 'too many connections, closing idle or new ones');
  };

  const isIdle = (socket: Socket): boolean => responses.get(socket)?.writableFinished !== false;

  server.on('connection', (socket) => {
    const client = clientOf(socket);
    const isClientFull =
      client !== null && [...clients.values()].filter((other) => other === client).length >= maxPerClient;
    if (isClientFull || clients.size >= maxConnections) {
      const replaceable = [...clients].find(([other, of]) => isIdle(other) && (!isClientFull || of === client));
      if (!replaceable) return close(socket);
      close(replaceable[0]);
    }
    clients.set(socket, client);
    socket.once('close', () => clients.delete(socket));
  });
  server.on('request', ({ socket }) => {
    const client = clients.get(socket);
    if (client === undefined) return;
    clients.delete(socket);
    clients.set(socket, client);
  });
};

type BeforeExit = (limitMs: number) => Promise<void>;

/**
 * Shuts down gracefully within 10 s: for `stopDrainMs` the instance reports that it is not ready and closes each
 * connection after its next response; then it accepts no new connection, finishes open requests and runs `beforeExit`.
 */
const stop = async (
  server: Server,
  { draining, stopDrainMs, beforeExit }: Pick<ListenOptions, 'draining' | 'stopDrainMs' | 'beforeExit'>,
): Promise<void> => {
  const endsAt = performance.now() + STOP_TIMEOUT_MS;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  log.info('stopping');
  draining.abort();
  await sleep(stopDrainMs);

  const closed = new Promise((resolve) => server.close(resolve));
  // `close` also waits for connections that become idle after this call, so they are closed here.
  setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS).unref();
  setTimeout(() => server.closeAllConnections(), Math.max(0, leftMs() - BEFORE_EXIT_MS)).unref();
  await closed;
  await beforeExit(leftMs() - BEFORE_EXIT_MS / 3).catch((error) => log.error({ err: error }, 'shutdown work failed'));
  process.exit(0);
};

/**
 * Exits with code 1 after an uncaught exception or an unhandled rejection, since the state of the process is unknown.
 * `beforeExit` is given half a second to finish deliveries, because an interrupted delivery is retried after the restart
 * and may then be sent twice. The process exits after one second at the latest.
 */
export const exitOnUncaughtException = (beforeExit: BeforeExit): void => {
  let isExiting = false;
  const exit = (error: unknown, event: string): void => {
    log.fatal({ err: error, event }, 'uncaught exception, shutting down');
    if (isExiting) return;
    isExiting = true;
    const exitNow = () => process.exit(1);
    setTimeout(exitNow, UNCAUGHT_EXIT_MS);
    beforeExit(UNCAUGHT_EXIT_MS / 2).then(exitNow, exitNow);
  };
  process.on('uncaughtException', (error) => exit(error, 'uncaughtException'));
  process.on('unhandledRejection', (reason) => exit(reason, 'unhandledRejection'));
};

type ListenOptions = Pick<
  FrameworkSettings,
  'url' | 'host' | 'port' | 'maxConnections' | 'trustProxy' | 'requestTimeoutS' | 'stopDrainMs'
> & {
  readonly fetch: (request: Request, bindings: Env['Bindings']) => Response | Promise<Response>;
  /** Aborted when a graceful shutdown begins. */
  readonly draining: AbortController;
  readonly securityHeaders: Headers;
  /** Finishes the work of the process within `limitMs`. */
  readonly beforeExit: BeforeExit;
};

/**
 * Listens on `host` and `port` until SIGTERM, SIGINT or an uncaught exception. A client that takes longer than
 * `requestTimeoutS` to send a request, or longer than a third of that to send the headers, gets 408. A client that
 * reads nothing of its response for `requestTimeoutS` is disconnected.
 */
export const listen = (options: ListenOptions): void => {
  const { fetch, url, host, port, requestTimeoutS, draining, securityHeaders, beforeExit } = options;
  const timeoutMs = requestTimeoutS * 1_000;
  const headersTimeoutMs = Math.ceil(timeoutMs / 3);
  const responses = new WeakMap<Duplex, ServerResponse>();
  /** How many requests of a connection wait for their turn. */
  const pipelined = new WeakMap<Duplex, number>();
  const handle = getRequestListener(fetch, {
    // `readBody` discards the rest of a body for as long as a request may take. If this option were on, it would cut the
    // connection after half a second, although the response has promised to keep it alive.
    autoCleanupIncoming: false,
    // For HTTP/1.0, which has no Host header.
    hostname: new URL(url).host,
    // A `RequestError` is a Host header or a target that no URL can contain.
    errorHandler: (error) => {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 400) countRejected(status, 'invalid URL');
      else log.error({ err: error }, 'a response could not be sent');
      return toJsonError(status, undefined, securityHeaders);
    },
  });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      // A middleware checks the Host header, so that a rejection is logged and has the same headers as every other
      // response.
      requireHostHeader: false,
      requestTimeout: timeoutMs,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 2_000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Skips the stream events of requests without a body.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      const { socket } = request;
      const previous = responses.get(socket);
      responses.set(socket, response);
      if (draining.signal.aborted) response.setHeader('connection', 'close');
      if (previous === undefined || previous.writableFinished) return void handle(request, response);
      // Pipelined requests take turns with those of other connections, which would otherwise wait for all of them.
      const count = (pipelined.get(socket) ?? 0) + 1;
      if (count > MAX_PIPELINED) return void socket.destroy();
      pipelined.set(socket, count);
      const takeTurn = (): void => {
        pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
        if (!socket.destroyed) void handle(request, response);
      };
      previous.once('close', () => setImmediate(takeTurn));
    },
  );
  // A client may close its half of the connection after its request. Node.js would then end the other half without a
  // response. So a client that leaves is noticed only when it gets the response. The property is not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = timeoutMs;
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0 || responses.get(socket)?.writableFinished !== false) socket.destroy();
  });
  // With a limit here, Node.js would silently drop further headers. A middleware rejects such a request instead.
  server.maxHeadersCount = 0;
  limitConnections(server, responses, options);
  respondToParserErrors(server, responses, securityHeaders);
  exitOnUncaughtException(beforeExit);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${host}:${port}`);
    process.exit(1);
  });
  // Beyond the backlog the kernel ignores new connections, and clients try again only after a second or more.
  const listening = { port, host, backlog: options.maxConnections };
  server.listen(listening, () => log.info({ url: `http://localhost:${port}` }, 'listening'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, options));
};
