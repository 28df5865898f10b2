import 'server-only';
import { LRUCache } from 'lru-cache';

type ProcessRequest = (request: Request) => Promise<Response | null>;

const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const YEAR_S = 31_536_000;
const CONTENT_TYPE = 'text/x-component; charset=utf-8';
const FLIGHT_PATH = /^\/flight\/([\w-]{16})\.txt$/;

/** The address of Waku's own payload for a path with its query. */
const toPayloadPath = (path: string): string => {
  const { pathname, search } = new URL(path, 'http://host');
  const route = pathname === '/' ? '/_root' : pathname.replace(/(?<=.)\/$/, '');
  return `/RSC/R${route}.txt${search ? `?${new URLSearchParams({ query: search.slice(1) })}` : ''}`;
};

/**
 * The payloads of the documents that were sent, by version: React takes a document over without an error only from the
 * payload of the same rendering. One that is not kept any more is rendered anew, for the path in `?path=`.
 */
export const createFlightStore = (processRequest: ProcessRequest) => {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (payload) => payload.length + 1,
  });

  return {
    keep: (version: string, payload: string): void => {
      kept.set(version, payload);
    },

    /** The answer to a request for a payload; null for any other request. */
    answer: async (request: Request): Promise<Response | null> => {
      const url = new URL(request.url);
      const version = FLIGHT_PATH.exec(url.pathname)?.[1];
      if (version === undefined) return null;
      const payload = kept.get(version);
      if (payload !== undefined) {
        return new Response(payload, {
          headers: { 'content-type': CONTENT_TYPE, 'cache-control': `public, max-age=${YEAR_S}, immutable` },
        });
      }
      const path = url.searchParams.get('path');
      if (path === null || !/^\/(?!\/)/.test(path)) return new Response('Not Found', { status: 404 });
      const fresh = await processRequest(new Request(new URL(toPayloadPath(path), url.origin)));
      return new Response(fresh?.body ?? null, {
        status: fresh?.status ?? 404,
        headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      });
    },
  };
};
