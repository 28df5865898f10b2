import 'server-only';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '../../env.ts';
import { KEEP_ALIVE_MS } from '../cache/prepared-head.ts';
import { keepTaskShape } from '../cache/task-shape.ts';
import { handleInOrder, type OpenResponses } from '../http/pipelining.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { log } from '../log.ts';
import { isDraining, startDraining } from './draining.ts';
import { countRejectedRequest } from './response-metrics.ts';
import { exitOnUncaughtException } from './uncaught-exceptions.ts';

const STOP_WITHIN_MS = 10_000;
/** Of these ten seconds, what is left for the work after the last answer. */
const LAST_WORK_MS = 1_500;
const LOOK_AGAIN_MS = 50;
const SAY_AGAIN_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;
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
const answerRefused = (server: Server, { latestOf, isPipelined }: OpenResponses): void => {
  /** Whether a client would take our answer for that to a request it sent before. */
  const isMisleading = (socket: Duplex): boolean => {
    const begun = latestOf(socket);
    if (!begun) return false;
    // The answer is out, and the client still sends the body that it belongs to.
    if (begun.writableFinished) return !begun.req.complete;
    return begun.headersSent || begun.req.complete || isPipelined(socket);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isMisleading(socket)) {
      socket.destroy();
      return;
    }
    const status = PARSER_STATUS[error.code ?? ''] ?? 400;
    log.info({ status, code: error.code }, 'not a request');
    countRejectedRequest(status);
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

type Listening = {
  /** The last work of the process, in at most so many milliseconds. */
  readonly beforeExit: (limitMs: number) => Promise<void>;
};

/**
 * Ends the process within 10 s, without failing anybody: for `STOP_DRAIN_MS` it says that it is not ready and ends each
 * connection with its next answer; then it takes no new connection, lets what has begun finish, and does the last work.
 */
const stop = async (server: Server, beforeExit: Listening['beforeExit']): Promise<void> => {
  const endsAt = performance.now() + STOP_WITHIN_MS;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  log.info('stopping');
  startDraining();
  await sleep(env.STOP_DRAIN_MS);

  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that is kept alive counts as open long after its last answer.
  setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS).unref();
  setTimeout(() => server.closeAllConnections(), Math.max(0, leftMs() - LAST_WORK_MS)).unref();
  await closed;
  await beforeExit(leftMs() - LAST_WORK_MS / 3).catch((error) => log.error({ err: error }, 'the last work failed'));
  process.exit(0);
};

/** Closes connections beyond the maximum, and says so once a minute. */
const limitConnections = (server: Server): void => {
  server.maxConnections = env.MAX_CONNECTIONS;
  let saidAt = -Infinity;
  server.on('drop', () => {
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn({ limit: env.MAX_CONNECTIONS }, 'too many connections, new ones are closed');
  });
};

/**
 * Listens on `HOST` and `PORT`. A client that takes longer than `REQUEST_TIMEOUT_S` to send a request, or a third of it for its
 * head, gets 408; one that reads nothing of its answer for as long is disconnected. SIGTERM and SIGINT end the process gracefully,
 * an error that nobody catches ends it at once.
 */
export const listen = (handle: RequestListener, { beforeExit }: Listening): void => {
  const timeoutMs = env.REQUEST_TIMEOUT_S * 1_000;
  const { listener, ...responses } = handleInOrder((request, response) => {
    if (isDraining()) response.setHeader('connection', 'close');
    handle(request, response);
  });
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
    listener,
  );
  server.timeout = timeoutMs;
  server.on('timeout', (socket) => {
    const isWaitingForUs = socket.writableLength === 0 && responses.latestOf(socket)?.writableFinished === false;
    if (!isWaitingForUs) socket.destroy();
  });
  // None may be dropped unseen: what is too many is refused by the front.
  server.maxHeadersCount = 0;
  limitConnections(server);
  answerRefused(server, responses);
  keepTaskShape();
  exitOnUncaughtException(beforeExit);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${env.HOST}:${env.PORT}`);
    process.exit(1);
  });
  server.listen(env.PORT, env.HOST, () => {
    // The address of the content system may hold a password.
    const content = env.CMS_URL === null ? 'snapshot' : new URL(env.CMS_URL).host;
    log.info({ url: `http://localhost:${env.PORT}`, content }, 'listening');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, beforeExit));
};
