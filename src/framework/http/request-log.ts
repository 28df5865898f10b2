import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../log.ts';
import type { Draining } from './draining.ts';
import { requestKindOf } from './request-kind.ts';
import { observeResponse } from './response-metrics.ts';

const GIVEN_ID = /^[\w.-]{8,64}$/;

/** The request id that a proxy set, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
};

/** The path of a request target. The query is not logged: it may hold what a visitor searched for. */
export const pathOf = (target: string): string => {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? target : target.slice(0, queryAt);
};

export type RequestLog = (request: IncomingMessage, response: ServerResponse, id: string) => void;

/** Logs and counts a response once it has ended, however it ends. */
export const createRequestLog =
  (draining: Draining): RequestLog =>
  (request, response, id) => {
    const startedAt = performance.now();
    const path = pathOf(request.url ?? '/');
    const { method } = request;
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = response.statusCode;
      // `/readyz` answers 503 during a planned stop, which is no failure.
      const isPlanned = path === '/readyz' && draining.hasStarted();
      log[status >= 500 && !isPlanned ? 'error' : 'info']({ id, method, path, status, ms }, 'request');
      observeResponse({ method, kind: requestKindOf(method, path), status, seconds: ms / 1_000 });
    });
  };
