import 'server-only';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../log.ts';
import {
  type ConnectionState,
  countRejectedRequest,
  handleInOrder,
  type SecurityHeaders,
} from '../middleware/index.ts';
import type { FrameworkSettings } from '../site-options.ts';
import { exitOnUncaughtException } from './uncaught-exceptions.ts';

const STOP_TIMEOUT_MS = 10_000;
/** The part of the stop timeout that is reserved for `beforeExit`. */
const BEFORE_EXIT_MS = 1_500;
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

/** The status for each error code of the HTTP server; 400 for all other codes. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const bodyOf = (statusCode: number): string =>
  JSON.stringify({ statusCode, statusMessage: STATUS_CODES[statusCode] ?? '' });

/**
 * Responds to requests that the HTTP parser rejects or that time out, with the same headers as every other response.
 */
const respondToClientErrors = (
  server: Server,
  { latestOf, isPipelined }: ConnectionState,
  securityHeaders: SecurityHeaders,
): void => {
  const headersOf = (body: string): Readonly<Record<string, string>> => ({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });

  const toRawResponse = (statusCode: number): string => {
    const body = bodyOf(statusCode);
    const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n${body}`;
  };

  const rejectConnection = (socket: Duplex, statusCode: number): void => {
    socket.on('error', () => socket.destroy());
    socket.end(toRawResponse(statusCode));
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

  /** Whether the client would mistake the error response for the response to an earlier request. */
  const isMisleading = (socket: Duplex): boolean => {
    const latest = latestOf(socket);
    if (!latest) return false;
    // If the latest response has been sent, the error can be in the rest of the body of its request.
    if (latest.writableFinished) return !latest.req.complete;
    return latest.headersSent || latest.req.complete || isPipelined(socket);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isMisleading(socket)) {
      socket.destroy();
      return;
    }
    const status = PARSER_STATUS[error.code ?? ''] ?? 400;
    log.info({ status, code: error.code }, 'malformed request rejected');
    countRejectedRequest(status);
    rejectConnection(socket, status);
  });
  server.on('connect', (_, socket) => rejectConnection(socket, 405));
  server.on('checkExpectation', (_, response) => {
    const body = bodyOf(417);
    response.writeHead(417, headersOf(body));
    response.end(body);
  });
};

type BeforeExit = (limitMs: number) => Promise<void>;

/**
 * Shuts down gracefully within 10 s: for `stopDrainMs` the instance reports that it is not ready and closes each
 * connection after its next response; then it accepts no new connection, finishes open requests and runs `beforeExit`.
 */
const stop = async (
  server: Server,
  { draining, stopDrainMs, beforeExit }: { draining: AbortController; stopDrainMs: number; beforeExit: BeforeExit },
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

/** Closes connections above the maximum, with one warning a minute. */
const limitConnections = (server: Server, maxConnections: number): void => {
  server.maxConnections = maxConnections;
  let warnedAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn({ limit: maxConnections }, 'too many connections, closing new ones');
  });
};

type ListenOptions = Pick<FrameworkSettings, 'host' | 'port' | 'maxConnections' | 'requestTimeoutS' | 'stopDrainMs'> & {
  /** Aborted when a graceful shutdown begins. */
  readonly draining: AbortController;
  readonly securityHeaders: SecurityHeaders;
  /** Finishes the work of the process within `limitMs`. */
  readonly beforeExit: BeforeExit;
};

/**
 * Listens on `host` and `port` until SIGTERM, SIGINT or an uncaught exception. A client that takes longer than
 * `requestTimeoutS` to send a request, or longer than a third of that to send the headers, gets 408. A client that
 * reads nothing of its response for `requestTimeoutS` is disconnected.
 */
export const listen = (handle: RequestListener, options: ListenOptions): void => {
  const { host, port, maxConnections, requestTimeoutS, draining, securityHeaders, beforeExit } = options;
  const timeoutMs = requestTimeoutS * 1_000;
  const { listener, ...responses } = handleInOrder((request, response) => {
    if (draining.signal.aborted) response.setHeader('connection', 'close');
    handle(request, response);
  });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      // The pipeline checks the Host header, so that a rejection is logged and has the same headers as every other
      // response.
      requireHostHeader: false,
      requestTimeout: timeoutMs,
      headersTimeout: Math.ceil(timeoutMs / 3),
      connectionsCheckingInterval: Math.min(timeoutMs / 3, 2_000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Skips the stream events of requests without a body, which saves 4 µs per cache hit.
      optimizeEmptyRequests: true,
    },
    listener,
  );
  server.timeout = timeoutMs;
  server.on('timeout', (socket) => {
    const isResponsePending = socket.writableLength === 0 && responses.latestOf(socket)?.writableFinished === false;
    if (!isResponsePending) socket.destroy();
  });
  // With a limit here, Node.js would silently drop further headers. The pipeline rejects such a request instead.
  server.maxHeadersCount = 0;
  limitConnections(server, maxConnections);
  respondToClientErrors(server, responses, securityHeaders);
  exitOnUncaughtException(beforeExit);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${host}:${port}`);
    process.exit(1);
  });
  server.listen(port, host, () => log.info({ url: `http://localhost:${port}` }, 'listening'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, options));
};
