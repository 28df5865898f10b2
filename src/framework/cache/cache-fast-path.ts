import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestKind, type RequestLog, requestIdOf, type SecurityHeaders } from '../middleware/index.ts';
import { type CachedResponse, type CacheState, sendCachedResponse } from './cached-response.ts';

type FastPathOptions = {
  readonly find: (url: string) => { readonly response: CachedResponse; readonly state: CacheState } | null;
  /** Whether a client with this `Cookie` header sees published content, not drafts. */
  readonly isPublic: (cookies: string | undefined) => boolean;
  readonly securityHeaders: SecurityHeaders;
  readonly openLogEntry: RequestLog;
  /** The kind of a request for a cached URL, a label of the metrics. */
  readonly kindOf: (url: string) => RequestKind;
};

/**
 * The cache fast path: answers a request whose exact URL is cached, before the pipeline runs. Cached URLs are
 * canonical, so they need no normalization. The request is counted like any other but logged at level debug, since
 * writing a log line costs as much as the response (docs/decisions/0038). Returns whether it answered.
 */
export const createCacheFastPath = ({ find, isPublic, securityHeaders, openLogEntry, kindOf }: FastPathOptions) => {
  const flatSecurityHeaders = Object.entries(securityHeaders).flat();

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (!isPublic(request.headers.cookie)) return false;
    const cached = find(url);
    if (!cached) return false;
    const id = requestIdOf(request);
    const logEntry = openLogEntry(request, response, id);
    logEntry.kind = kindOf(url);
    logEntry.level = 'debug';
    void sendCachedResponse(request, response, cached.response, {
      state: cached.state,
      headers: ['x-request-id', id, ...flatSecurityHeaders],
    });
    return true;
  };
};
