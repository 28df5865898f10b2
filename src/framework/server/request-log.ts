import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../../log.ts';

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The id that a proxy gave a request, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

type Answered = { readonly id: string; readonly path: string; readonly status: number; readonly ms: number };

/** One line for an answer. The query stays out of the log: it may hold what a visitor searched for. */
export const logAnswer = ({ method }: IncomingMessage, { id, path, status, ms }: Answered): void => {
  log[status >= 500 ? 'error' : 'info']({ id, method, path, status, ms }, 'request');
};

export const pathOf = (target: string): string => {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? target : target.slice(0, queryAt);
};

/** Writes that line when the answer has ended, however it ends. */
export const logWhenDone = (request: IncomingMessage, response: ServerResponse, id: string): void => {
  const startedAt = performance.now();
  const path = pathOf(request.url ?? '/');
  response.once('close', () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    logAnswer(request, { id, path, status: response.statusCode, ms });
  });
};
