/**
 * What the server code of a site uses that does not depend on Waku: scripts of the site run it in plain Node.js, where
 * Waku's modules do not exist.
 */
import 'server-only';

export { limitKey } from './client-address.ts';
export { currentContext, currentReadBudget, recordContent } from './context.ts';
export { isSameSecret } from './is-same-secret.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export { log } from './log.ts';
export { defineCounter, defineGauge } from './metrics-registry.ts';
export { connectRedis, createReconnectOnError, type Redis } from './redis.ts';
export { parseJson, readBody, readForm } from './request-body.ts';
export { MAX_URL_LENGTH, toBody, toJsonError } from './responses.ts';
export type { PageRedirect, PreviewPort, PreviewProblem } from './site-options.ts';
export { inTransaction, resultCodeOf } from './sqlite.ts';
