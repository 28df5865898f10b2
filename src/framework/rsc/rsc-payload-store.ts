import 'server-only';
import { LRUCache } from 'lru-cache';
import { type CachedResponse, toCachedResponse } from '../cache/cached-response.ts';
import { toPayloadVersion } from './html-document.ts';
import { getRouteFailure } from './route-failure.ts';
import { parseStoredPayloadUrl, toPayloadUrl } from './waku-urls.ts';

type ProcessRequest = (request: Request) => Promise<Response | null>;

/** The payloads of pages that are kept, and of those made for one visitor, who shall not drive out the others. */
const MAX_KEPT_BYTES = 24 * 1024 * 1024;
const MAX_PASSING_BYTES = 8 * 1024 * 1024;
const YEAR_S = 31_536_000;
const CONTENT_TYPE = 'text/x-component; charset=utf-8';
const IMMUTABLE = { 'content-type': CONTENT_TYPE, 'cache-control': `public, max-age=${YEAR_S}, immutable` };

type Flight = { readonly payload: string } | { readonly answer: CachedResponse };

const notFound = (): Response => new Response('Not Found', { status: 404 });

/**
 * The payloads of the documents that were sent, by version: React takes a document over without an error only from the
 * payload of the same rendering. One that is not kept any more is rendered anew, for the path in `?path=`.
 */
export const createRscPayloadStore = () => {
  const createStore = (maxSize: number) =>
    new LRUCache<string, Flight>({
      maxSize,
      sizeCalculation: (flight) => ('payload' in flight ? flight.payload.length + 1 : flight.answer.size),
    });
  const [kept, passing] = [createStore(MAX_KEPT_BYTES), createStore(MAX_PASSING_BYTES)];
  const preparing = new Map<string, Promise<CachedResponse>>();

  const prepare = (version: string, payload: string): Promise<CachedResponse> => {
    const before = preparing.get(version);
    if (before) return before;
    const bytes = new TextEncoder().encode(payload);
    const work = toCachedResponse({ status: 200, bytes, headers: IMMUTABLE })
      .then((answer) => {
        const store = kept.has(version) ? kept : passing;
        store.set(version, { answer });
        return answer;
      })
      .finally(() => preparing.delete(version));
    preparing.set(version, work);
    return work;
  };

  return {
    /** @param isKept whether it belongs to a page that is kept for every visitor. */
    keep: (version: string, payload: string, { isKept }: { readonly isKept: boolean }): void => {
      const store = isKept ? kept : passing;
      if (store.get(version) === undefined) store.set(version, { payload });
    },

    /** The payload of a version; null where it is not kept. */
    payloadOf: (version: string): string | null => {
      const flight = kept.get(version) ?? passing.get(version);
      if (flight === undefined) return null;
      return 'payload' in flight ? flight.payload : Buffer.from(flight.answer.forms.identity.bytes).toString();
    },

    /** The answer at the path of a payload; null for any other path and for a payload that is not kept any more. */
    find: (pathname: string): CachedResponse | Promise<CachedResponse> | null => {
      const version = parseStoredPayloadUrl(pathname) ?? '';
      const flight = kept.get(version) ?? passing.get(version);
      if (flight === undefined) return null;
      return 'answer' in flight ? flight.answer : prepare(version, flight.payload);
    },

    /**
     * The answer to a request for a payload as the server of a build gives it; null for any other request.
     *
     * @param render renders a payload that is not kept any more.
     */
    answer: async (request: Request, render: ProcessRequest): Promise<Response | null> => {
      const url = new URL(request.url);
      const version = parseStoredPayloadUrl(url.pathname);
      if (version === null) return null;
      const flight = kept.get(version) ?? passing.get(version);
      if (flight !== undefined) {
        const payload = 'payload' in flight ? flight.payload : Buffer.from(flight.answer.forms.identity.bytes);
        return new Response(payload, { headers: IMMUTABLE });
      }
      const path = url.searchParams.get('path');
      if (path === null || !/^\/(?!\/)/.test(path)) return notFound();
      const page = new URL(path, url.origin);
      const payload = new Request(new URL(toPayloadUrl(page.pathname, page.search.slice(1)), url.origin));
      const fresh = await render(payload);
      const bytes = new Uint8Array((await fresh?.arrayBuffer()) ?? []);
      // Whether it is the payload of the error page is known when all of it is there.
      if (!fresh || getRouteFailure(payload)) return notFound();
      return new Response(bytes, {
        status: fresh.status,
        headers: {
          'content-type': CONTENT_TYPE,
          'cache-control': 'no-store',
          // It is not the payload that the URL names, and perhaps not even of the same build.
          'x-payload-version': `${import.meta.env.WAKU_BUILD_ID} ${toPayloadVersion(bytes)}`,
        },
      });
    },
  };
};
