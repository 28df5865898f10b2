import 'server-only';
import { LRUCache } from 'lru-cache';
import { log } from '../log.ts';
import { defineCounter, defineGauge } from '../metrics-registry.ts';
import type { CacheState, StoredResponse, StreamedResponse } from './stored-response.ts';

export type CacheablePage = {
  readonly response: StoredResponse;
  /** The tags of the content that the page shows; a purge of one of them drops the page. */
  readonly tags: readonly string[];
  /** How long the page is fresh, in milliseconds. */
  readonly freshMs: number;
  /** The stale-while-revalidate window after that, in milliseconds. */
  readonly staleMs: number;
};

/** A page for the cache, or why there is none, which is not cached. */
export type RenderResult<Rejection> = { readonly page: CacheablePage } | { readonly rejection: Rejection };

/** A page that has begun, but waits for content. */
export type BegunPage = { readonly begun: StreamedResponse };

export type ResponseCacheOptions<Source, Rejection> = {
  /**
   * Renders the response of a key.
   *
   * @param source what the caller passed for the key. A revalidation in the background gets the source of the stale
   *   entry.
   * @param previous the stale response that is revalidated.
   * @param begin called with a response that has begun and waits for content. Clients get what there is of it.
   */
  readonly render: (
    key: string,
    source: Source,
    previous: StoredResponse | undefined,
    begin: (response: StreamedResponse) => void,
  ) => Promise<RenderResult<Rejection>>;
  readonly maxEntries?: number;
  readonly maxBytes?: number;
};

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 48 * 1024 * 1024;
/** Back-off after a failed revalidation. */
const RETRY_MS = 1_000;
const ENTRY_OVERHEAD_BYTES = 200;

const renders = defineCounter({ name: 'page_renders_total', help: 'Pages rendered for the response cache.' });
type Entry<Source, Rejection> = { readonly source: Source; readonly result: RenderResult<Rejection> };

const pageOf = <Rejection>(result: RenderResult<Rejection> | undefined): CacheablePage | null =>
  result && 'page' in result ? result.page : null;

const sizeOf = ({ result }: Entry<unknown, unknown>): number => {
  const page = pageOf(result);
  return ENTRY_OVERHEAD_BYTES + (page ? page.response.size + page.tags.join('').length : 0);
};

/**
 * Rendered pages in memory, with a limit on entries and bytes. Renders of one key are single-flight. A page that is no
 * longer fresh is served stale while it is revalidated; if the revalidation fails, the stale page stays
 * (docs/decisions/0035).
 */
export const createResponseCache = <Source, Rejection>({
  render,
  maxEntries = MAX_ENTRIES,
  maxBytes = MAX_BYTES,
}: ResponseCacheOptions<Source, Rejection>) => {
  /** The running renders whose results may be cached, by key; a purge removes them from the map. */
  const inFlight = new Map<string, { readonly signal: AbortSignal; readonly begun: Promise<BegunPage> }>();

  /** Renders a page. If that fails, keeps the stale page for the time of the back-off. */
  const renderOrKeep = async (
    key: string,
    source: Source,
    previous: Entry<Source, Rejection> | undefined,
    begin: (response: StreamedResponse) => void,
  ): Promise<RenderResult<Rejection>> => {
    const stale = pageOf(previous?.result);
    try {
      const result = await render(key, source, stale?.response, begin);
      if (pageOf(result)) renders.inc();
      return result;
    } catch (error) {
      if (stale === null) throw error;
      log.error({ err: error, page: key }, 'revalidation failed, serving the stale page');
      return { page: { ...stale, freshMs: RETRY_MS } };
    }
  };

  const entries = new LRUCache<string, Entry<Source, Rejection>, { readonly source: Source }>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    ttlResolution: 0,
    // Looked up at each call, because tests replace the clock.
    perf: { now: () => performance.now() },
    allowStale: true,
    noDeleteOnStaleGet: true,
    // A render whose entry was deleted in the meantime is not cached, but its waiters get its result.
    ignoreFetchAbort: true,
    fetchMethod: async (key, previous, { context: { source }, options, signal }) => {
      const begun = Promise.withResolvers<BegunPage>();
      inFlight.set(key, { signal, begun: begun.promise });
      const begin = (response: StreamedResponse): void => begun.resolve({ begun: response });
      const result = await renderOrKeep(key, source, previous, begin).finally(() => {
        if (inFlight.get(key)?.signal === signal) inFlight.delete(key);
      });
      const page = pageOf(result);
      if (page && page.freshMs + page.staleMs > 0) options.ttl = Math.max(page.freshMs, 1);
      else if (!signal.aborted) entries.delete(key);
      return { source, result };
    },
  });

  const answers = defineCounter({
    name: 'page_cache_answers_total',
    help: 'Cacheable responses by cache state: fresh (hit), stale while it is revalidated (stale), rendered first (miss).',
    labelNames: ['state'],
  });
  for (const state of ['hit', 'stale', 'miss'] as const) answers.inc({ state }, 0);
  defineGauge({
    name: 'page_cache_entries',
    help: 'Entries of the response cache.',
    collect() {
      this.set(entries.size);
    },
  });
  defineGauge({
    name: 'page_cache_bytes',
    help: 'Memory that the response cache takes, in bytes.',
    collect() {
      this.set(entries.calculatedSize);
    },
  });

  const refresh = (key: string, source: Source, options: { allowStale: boolean }) =>
    entries.forceFetch(key, { ...options, context: { source }, forceRefresh: true });

  return {
    /**
     * The cached response of a key; null if it has to be rendered. A stale response is revalidated in the background.
     */
    find: (key: string): { readonly response: StoredResponse; readonly state: CacheState } | null => {
      const entry = entries.get(key);
      const page = pageOf(entry?.result);
      if (!entry || !page) return null;
      const freshForMs = entries.getRemainingTTL(key);
      if (freshForMs <= -page.staleMs) return null;
      const state = freshForMs > 0 ? 'hit' : 'stale';
      if (state === 'stale') void refresh(key, entry.source, { allowStale: true });
      answers.inc({ state });
      return { response: page.response, state };
    },

    /**
     * Renders the response of a key, or joins a render that has begun. Resolves when the response is complete, or when it
     * waits for content. If rendering fails before that, an existing entry of any age is served.
     *
     * @throws what `render` throws, if there is no entry.
     */
    render: async (key: string, source: Source): Promise<RenderResult<Rejection> | BegunPage> => {
      answers.inc({ state: 'miss' });
      const complete = refresh(key, source, { allowStale: false }).then(({ result }) => result);
      // The refresh has begun a render, or joined one.
      const begun = inFlight.get(key)?.begun;
      return begun ? Promise.race([complete, begun]) : complete;
    },

    /**
     * Drops every page with one of these tags; null: all. Results of renders that began before the purge are not
     * cached.
     */
    purge: (tags: readonly string[] | null): void => {
      const purged = tags === null ? null : new Set(tags);
      for (const key of inFlight.keys()) entries.delete(key);
      inFlight.clear();
      for (const [key, { result }] of [...entries.entries()]) {
        if (purged === null || pageOf(result)?.tags.some((tag) => purged.has(tag))) entries.delete(key);
      }
    },
  };
};
