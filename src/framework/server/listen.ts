import 'server-only';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { env } from '../../env.ts';
import { log } from '../../log.ts';
import { securityHeaders } from './security-headers.ts';

const STOP_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than a load balancer keeps an idle connection, so that it is the one to close it. */
const KEEP_ALIVE_MS = 65_000;
/** So long a refused client may go on sending before its connection is cut: cut at once, it would not see the answer. */
const LINGER_MS = 1_000;

/** What Node's parser objects to; everything else is a bad request. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const bodyOf = (statusCode: number): string =>
  JSON.stringify({ statusCode, statusMessage: STATUS_CODES[statusCode] ?? '' });

const headersOf = (body: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
});

/** An answer to what never became a request, with the headers that every answer carries. */
const rawAnswer = (statusCode: number): string => {
  const body = bodyOf(statusCode);
  const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n${body}`;
};

const hangUp = (socket: Duplex, statusCode: number): void => {
  socket.on('error', () => socket.destroy());
  socket.end(rawAnswer(statusCode));
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};

/** Answers what Node's parser refuses, or gives up waiting for, as the rest of the site answers. */
const answerRefused = (server: Server): void => {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const pipelined = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    if (latest.get(socket)?.writableFinished === false) pipelined.add(socket);
    latest.set(socket, response);
  });

  /** Whether a client would take our answer for that to a request it sent before. */
  const isMisleading = (socket: Duplex): boolean => {
    const begun = latest.get(socket);
    if (!begun || begun.writableFinished) return false;
    return begun.headersSent || begun.req.complete || pipelined.has(socket);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isMisleading(socket)) {
      socket.destroy();
      return;
    }
    const status = PARSER_STATUS[error.code ?? ''] ?? 400;
    log.info({ status, code: error.code }, 'not a request');
    hangUp(socket, status);
  });
  // A tunnel, and an expectation that nobody has heard of.
  server.on('connect', (_, socket) => hangUp(socket, 405));
  server.on('checkExpectation', (_, response) => {
    const body = bodyOf(417);
    response.writeHead(417, headersOf(body));
    response.end(body);
  });
};

/**
 * Listens on `HOST` and `PORT`. Who takes longer than `REQUEST_TIMEOUT_S` to send a request, or a third of it for its head,
 * gets 408. On SIGTERM or SIGINT it takes no new connection, lets every request that has begun finish, does what must be
 * done before the end, and ends the process; connections are cut after 10 s.
 */
export const listen = (handle: RequestListener, { beforeExit }: { readonly beforeExit: () => Promise<void> }): void => {
  const timeoutMs = env.REQUEST_TIMEOUT_S * 1_000;
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      // The front looks for it, so that its refusal is answered like any other.
      requireHostHeader: false,
      requestTimeout: timeoutMs,
      headersTimeout: Math.ceil(timeoutMs / 3),
      connectionsCheckingInterval: Math.min(timeoutMs / 3, 2_000),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  );
  // None may be dropped unseen: what is too many is refused by the front.
  server.maxHeadersCount = 0;
  answerRefused(server);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${env.HOST}:${env.PORT}`);
    process.exit(1);
  });
  server.listen(env.PORT, env.HOST, () => {
    log.info({ url: `http://localhost:${env.PORT}`, content: env.CMS_URL ?? 'snapshot' }, 'listening');
  });

  const stop = (): void => {
    log.info('stopping');
    server.close(() => void beforeExit().finally(() => process.exit(0)));
    // A connection that is kept alive counts as open long after its last answer.
    setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS).unref();
    setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};
