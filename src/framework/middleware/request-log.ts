import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../log.ts';
import type { RequestKind } from './request-kind.ts';
import { observeResponse } from './response-metrics.ts';

/** If a proxy sets an id of another form, a new id replaces it. */
const ACCEPTED_ID = /^[\w.-]{8,64}$/;

/** Distinguishes the request ids of this process from those of other instances and earlier starts. */
const PROCESS_ID = randomUUID().slice(0, 8);
let lastNumber = 0;

/** The request id that a proxy set, else a new one, such as `1f0c2a9b-27`. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const id = headers['x-request-id'];
  if (typeof id === 'string' && ACCEPTED_ID.test(id)) return id;
  lastNumber += 1;
  return `${PROCESS_ID}-${lastNumber}`;
};

/**
 * The fields of a log entry that may be set until the entry is written. The level applies unless the response is a
 * server error.
 */
type RequestLogEntry = { kind: RequestKind; level: 'info' | 'debug' };

/** nginx's status for a request whose connection was closed before the response began. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Opens the log entry of a request, which is written when the response has ended. */
export type RequestLog = (request: IncomingMessage, response: ServerResponse, id: string) => RequestLogEntry;

/**
 * Logs and counts each response when it has ended, also if the client has disconnected.
 *
 * @param draining aborted when a graceful shutdown begins.
 */
export const createRequestLog =
  (draining: AbortSignal): RequestLog =>
  (request, response, id) => {
    const startedAt = performance.now();
    const { method, url = '/' } = request;
    const entry: RequestLogEntry = { kind: 'page', level: 'info' };
    response.on('close', () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
      const kind = entry.kind === 'page' && method === 'POST' ? 'action' : entry.kind;
      observeResponse({ method, kind, status, seconds });

      // The query may contain what a visitor searched for.
      const [path] = url.split('?', 1);
      // `/readyz` answers 503 during a graceful shutdown, which is not an error.
      const isPlanned = path === '/readyz' && draining.aborted;
      const level = status >= 500 && !isPlanned ? 'error' : entry.level;
      log[level]({ id, method, path, status, ms: Math.round(seconds * 10_000) / 10 }, 'request');
    });
    return entry;
  };
