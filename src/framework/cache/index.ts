/**
 * Caches rendered responses: in memory with stale-while-revalidate and purging by tag, in Redis for all instances of a
 * site, and encoded once for each content encoding. It depends on HTTP, but not on React or Waku.
 */
import 'server-only';

export { createCacheFastPath } from './cache-fast-path.ts';
export {
  type CachedResponse,
  matchesEtag,
  recompressInBackground,
  sendCachedResponse,
  toCachedResponse,
  toEtag,
} from './cached-response.ts';
export { createRedisCache, type Purge, type RedisCache } from './redis-cache.ts';
export {
  type CacheablePage,
  createResponseCache,
  type RenderResult,
} from './response-cache.ts';
