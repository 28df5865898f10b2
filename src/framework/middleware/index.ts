/**
 * Handles HTTP before anything is rendered: validates and normalizes requests, limits clients, sets security headers,
 * serves static files, and reads bodies. It depends only on Node's HTTP; `createSite` tells it which URLs belong to the
 * router.
 */
import 'server-only';

export { limitKeys, NETWORK_FACTORS } from './client-address.ts';
export { type Encoding, encode, encodeSmallest, preferredEncoding } from './content-encoding.ts';
export { isRead } from './methods.ts';
export type { PageRequest, ParsedRequest } from './parsed-request.ts';
export { createPipeline } from './pipeline.ts';
export { type ConnectionState, handleInOrder } from './pipelining.ts';
export { sendJson, sendJsonError, sendPlainError, sendTooManyRequests, toJsonError } from './plain-responses.ts';
export { createRateLimiter, type SharedPoints, shareThroughRedis } from './rate-limit.ts';
export { parseJson, readBody, readForm } from './request-body.ts';
export { clientAddressOf, validateHeaders } from './request-headers.ts';
export { ASSETS, createClassifier, hasExtension, type RequestKind } from './request-kind.ts';
export { CLIENT_CLOSED_REQUEST, createRequestLog, type RequestLog, requestIdOf } from './request-log.ts';
export { countRejectedRequest } from './response-metrics.ts';
export { createSecurityHeaders, imageHeaders, type SecurityHeaders } from './security-headers.ts';
export { createStaticFiles } from './static-files.ts';
