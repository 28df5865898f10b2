import 'server-only';
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Env } from '../context.ts';
import { log } from '../log.ts';
import { defineCounter, defineHistogram } from '../metrics-registry.ts';

/** Clients cannot add label values: other methods are counted as `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);
/** nginx's status for a request whose connection was closed before the response began. */
export const CLIENT_CLOSED_REQUEST = 499;

const responses = defineCounter({
  name: 'http_requests_total',
  help: 'Responses by method, status class and kind of request.',
  labelNames: ['method', 'status', 'kind'],
});

const durations = defineHistogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its response.',
  labelNames: ['kind'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** If a proxy sets an id of another form, a new id replaces it. */
const ACCEPTED_ID = /^[\w.-]{8,64}$/;

/**
 * Gives the request the id that a proxy set, else a new one. Hono's `requestId` would also prepare a header, which
 * responses that are not made by Hono's helpers never get; `responseHeaders` adds it.
 */
export const requestId = (): MiddlewareHandler<Env> => (c, next) => {
  const id = c.req.header('x-request-id');
  c.set('requestId', id !== undefined && ACCEPTED_ID.test(id) ? id : randomUUID());
  return next();
};

/**
 * Logs and counts each response when it has ended, also if the client has disconnected. Requests without a connection,
 * such as those of the build, are neither logged nor counted.
 */
export const requestLog = (): MiddlewareHandler<Env> => async (c, next) => {
  const startedAt = performance.now();
  const { outgoing } = c.env;
  if (!outgoing) return next();

  const end = (): void => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const { method } = c.req;
    const status = outgoing.headersSent ? c.res.status : CLIENT_CLOSED_REQUEST;
    const requestKind = c.get('kind') ?? 'page';
    const kind = requestKind === 'page' && method === 'POST' ? 'action' : requestKind;
    responses.inc({ method: METHODS.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx`, kind });
    durations.observe({ kind }, seconds);

    // Without the query, which may contain what a visitor searched for.
    const path = c.get('pathname') ?? c.req.path;
    const level = c.get('logLevel') ?? (status >= 500 ? 'error' : 'info');
    log[level]({ id: c.get('requestId'), method, path, status, ms: Math.round(seconds * 10_000) / 10 }, 'request');
  };

  await next();
  // The response is sent after this, if the client is still there.
  if (!outgoing.destroyed) outgoing.once('close', end);
  else end();
};
