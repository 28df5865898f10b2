/**
 * Caches rendered responses: in memory with stale-while-revalidate and purging by tag, in Redis for all instances of a
 * site, and encoded once for each content encoding. It depends on Hono, but not on React or Waku.
 */
import 'server-only';

export { createGrowingBody, type GrowingBody } from './growing-body.ts';
export { createRedisCache, type Purge, type RedisCache } from './redis-cache.ts';
export { type CacheablePage, createResponseCache, type RenderResult } from './response-cache.ts';
export {
  matchesEtag,
  respondWith,
  respondWithStream,
  type StoredResponse,
  type StreamedResponse,
  toStoredResponse,
  type UnencodedResponse,
} from './stored-response.ts';
