import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logWhenDone, requestIdOf } from '../http/request-log.ts';
import { draftOf } from '../ops/preview.ts';
import { type CachedResponse, type CacheState, sendCachedResponse } from './cached-response.ts';

type Find = (key: string) => { readonly answer: CachedResponse; readonly state: CacheState } | null;

/**
 * The cache fast path: answers a request with what `find` has for exactly this URL. The function it returns says whether it
 * did.
 */
export const createCacheFastPath =
  (find: Find) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (draftOf(request.headers.cookie)) return false;
    const ready = find(url);
    if (!ready) return false;
    const id = requestIdOf(request);
    logWhenDone(request, response, id);
    sendCachedResponse(request, response, ready.answer, { id, state: ready.state });
    return true;
  };
