/**
 * Caches rendered responses in memory, with stale-while-revalidate and purging by tag, and encoded once for each content
 * encoding. It depends on Hono, but not on React or Waku.
 */
import 'server-only';

export { createGrowingBody } from './growing-body.ts';
export { createPurgeChannel, type PurgeChannel } from './purge-channel.ts';
export { createResponseCache, type RenderResult } from './response-cache.ts';
export {
  matchesEtag,
  respondWith,
  respondWithStream,
  type StoredResponse,
  type StreamedResponse,
  toStoredResponse,
  type UnencodedResponse,
} from './stored-response.ts';
