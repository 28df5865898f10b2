import 'server-only';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logRequest, toRequestLine } from '../log.ts';
import { isDraining } from '../ops/draining.ts';
import { responseCounter } from '../ops/response-metrics.ts';
import { requestKindOf } from './request-kind.ts';

const GIVEN_ID = /^[\w.-]{8,64}$/;

/** Tells this process from every other one; two numbers make a request's id of it. */
const ownId = randomBytes(6).toString('hex');
/**
 * The engine remembers the text of each number that it turns into one, which makes garbage that only a full collection takes
 * away: the numbers of requests are texts beforehand.
 */
const NUMBERS = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0'));
let thousands = 0;
let begin = '';
let next = NUMBERS.length;

const newId = (): string => {
  if (next === NUMBERS.length) {
    begin = `${ownId}-${thousands}`;
    thousands += 1;
    next = 0;
  }
  const id = begin + NUMBERS[next];
  next += 1;
  return id;
};

/** The id that a proxy gave a request, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && GIVEN_ID.test(given)) return given;
  return newId();
};

/** The path of a request target. The query stays out of the log: it may hold what a visitor searched for. */
export const pathOf = (target: string): string => {
  const queryAt = target.indexOf('?');
  return queryAt === -1 ? target : target.slice(0, queryAt);
};

/** Writes a line and counts when the answer has ended, however it ends. */
export const logWhenDone = (request: IncomingMessage, response: ServerResponse, id: string): void => {
  const startedAt = performance.now();
  const path = pathOf(request.url ?? '/');
  const pathJson = JSON.stringify(path);
  const { method } = request;
  const kind = requestKindOf(method, path);
  response.once('close', () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    // Before a planned stop the process says that it is not ready, which is no failure.
    const isPlanned = path === '/readyz' && isDraining();
    logRequest(id, toRequestLine({ method, pathJson, status: response.statusCode, ms, isPlanned }));
    responseCounter({ method, kind, status: response.statusCode })(ms);
  });
};
