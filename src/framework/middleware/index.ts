/** One file for each concern of a request. `create-site.ts` lists them in their order. */
import 'server-only';

export { allowedMethods } from './allowed-methods.ts';
export { canonicalUrl, parsedUrl } from './canonical-url.ts';
export { clientAddress } from './client-address.ts';
export { createRateLimiter, rateLimit, shareThroughRedis } from './rate-limit.ts';
export { redirects } from './redirects.ts';
export { requestId, requestLog } from './request-log.ts';
export { responseHeaders } from './response-headers.ts';
export { sameOrigin } from './same-origin.ts';
export { staticFiles } from './static-files.ts';
export { validHeaders } from './valid-headers.ts';
