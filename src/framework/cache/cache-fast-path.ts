import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logWhenDone, requestIdOf } from '../http/request-log.ts';
import { draftOf } from '../ops/preview.ts';
import { type CacheState, type StoredAnswer, writeStoredAnswer } from './cached-response.ts';

type Find = (key: string) => { readonly answer: StoredAnswer; readonly state: CacheState } | null;

/**
 * The cache fast path: answers a request with what `find` has for exactly this URL. The function it returns says whether it
 * did.
 */
export const createReadyAnswers =
  (find: Find) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (draftOf(request.headers.cookie)) return false;
    const ready = find(url);
    if (!ready) return false;
    const id = requestIdOf(request);
    logWhenDone(request, response, id);
    writeStoredAnswer(request, response, ready.answer, { id, state: ready.state });
    return true;
  };
