import 'server-only';
import { LRUCache } from 'lru-cache';
import { log } from '../log.ts';
import type { CachedResponse, CacheState } from './cached-response.ts';

/** What making a page gave: an answer that may be kept, or one for this visitor alone. */
export type RenderResult<Other> =
  | {
      readonly kind: 'page';
      readonly answer: CachedResponse;
      /** The content that it shows; a purge of one of them drops it. */
      readonly tags: readonly string[];
      /** So long it is handed out without a question, in milliseconds. */
      readonly freshMs: number;
      /** So long after that it is handed out while a new one is made. */
      readonly staleMs: number;
    }
  | { readonly kind: 'other'; readonly other: Other };

export type Kept = {
  readonly answer: CachedResponse;
  readonly tags: readonly string[];
  /** `performance.now()`. */
  freshUntil: number;
  staleUntil: number;
};

export type ResponseCacheMetrics = {
  readonly hits: number;
  readonly stale: number;
  readonly misses: number;
  readonly renders: number;
  readonly entries: number;
  readonly bytes: number;
};

export const NO_METRICS: ResponseCacheMetrics = { hits: 0, stale: 0, misses: 0, renders: 0, entries: 0, bytes: 0 };

export type ResponseCacheOptions<Other> = {
  /** Makes what stands at a key. `before` is what was kept there. It may throw. */
  readonly make: (key: string, before: CachedResponse | undefined) => Promise<RenderResult<Other>>;
  readonly maxEntries?: number;
  readonly maxBytes?: number;
  readonly now?: () => number;
};

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 48 * 1024 * 1024;
/** After a page could not be made anew, the old one is shown and nobody tries again for so long. */
const RETRY_MS = 1_000;

/**
 * Finished pages in memory. A page is made once at a time, whoever asks; one that is no longer fresh is handed out while a
 * new one is made, and one that cannot be made anew stays. Only what `make` calls a page is kept, within both bounds.
 */
export const createResponseCache = <Other>({
  make,
  maxEntries = MAX_ENTRIES,
  maxBytes = MAX_BYTES,
  now = () => performance.now(),
}: ResponseCacheOptions<Other>) => {
  const kept = new LRUCache<string, Kept>({ max: maxEntries, maxSize: maxBytes, sizeCalculation: sizeOf });
  const underWay = new Map<string, Promise<RenderResult<Other>>>();
  const count = { hits: 0, stale: 0, misses: 0, renders: 0 };
  /** What was purged while pages were being made: such a page may show what was before. */
  let running = 0;
  let purges: { readonly turn: number; readonly tags: ReadonlySet<string> | null }[] = [];
  let turn = 0;

  const wasPurgedSince = (started: number, tags: readonly string[]): boolean =>
    purges.some((purge) => purge.turn > started && (purge.tags === null || tags.some((tag) => purge.tags?.has(tag))));

  const settle = (key: string, made: RenderResult<Other>, started: number): void => {
    if (made.kind !== 'page') {
      kept.delete(key);
      return;
    }
    count.renders += 1;
    const { answer, tags, freshMs, staleMs } = made;
    if (wasPurgedSince(started, tags) || freshMs + staleMs <= 0) return;
    const freshUntil = now() + freshMs;
    kept.set(key, { answer, tags, freshUntil, staleUntil: freshUntil + staleMs });
  };

  const run = async (key: string): Promise<RenderResult<Other>> => {
    const started = turn;
    running += 1;
    try {
      const made = await make(key, kept.peek(key)?.answer);
      settle(key, made, started);
      return made;
    } finally {
      running -= 1;
      if (running === 0) purges = [];
    }
  };

  const makeOnce = (key: string): Promise<RenderResult<Other>> => {
    const before = underWay.get(key);
    if (before) return before;
    const making = run(key).finally(() => {
      if (underWay.get(key) === making) underWay.delete(key);
    });
    underWay.set(key, making);
    return making;
  };

  const refresh = (key: string, entry: Kept): void => {
    if (underWay.has(key)) return;
    makeOnce(key).catch((error: unknown) => {
      entry.freshUntil = now() + RETRY_MS;
      entry.staleUntil = Math.max(entry.staleUntil, entry.freshUntil + RETRY_MS);
      log.error({ err: error, page: key }, 'a page could not be made anew; the old one stays');
    });
  };

  /** What can be handed out at once; null where the page has to be made first. */
  const find = (key: string): { readonly answer: CachedResponse; readonly state: CacheState } | null => {
    const entry = kept.get(key);
    if (!entry) return null;
    const at = now();
    if (at < entry.freshUntil) {
      count.hits += 1;
      return { answer: entry.answer, state: 'hit' };
    }
    if (at >= entry.staleUntil) return null;
    refresh(key, entry);
    count.stale += 1;
    return { answer: entry.answer, state: 'stale' };
  };

  return {
    find,

    /** Makes the page, or waits for who makes it already. Where that fails, a page that is too old is better than none. */
    make: async (key: string): Promise<RenderResult<Other>> => {
      count.misses += 1;
      try {
        return await makeOnce(key);
      } catch (error) {
        const entry = kept.peek(key);
        if (!entry) throw error;
        log.error({ err: error, page: key }, 'a page could not be made anew; the old one stays');
        return { kind: 'page', answer: entry.answer, tags: entry.tags, freshMs: 0, staleMs: 0 };
      }
    },

    /** Drops every page with one of these tags; without tags, all. What is being made now is made again. */
    purge: (tags: readonly string[] | null): void => {
      const gone = tags === null ? null : new Set(tags);
      turn += 1;
      if (running > 0) purges.push({ turn, tags: gone });
      underWay.clear();
      for (const [key, entry] of kept.entries()) {
        if (gone === null || entry.tags.some((tag) => gone.has(tag))) kept.delete(key);
      }
    },

    metrics: (): ResponseCacheMetrics => ({ ...count, entries: kept.size, bytes: kept.calculatedSize }),
  };
};

const sizeOf = ({ answer, tags }: Kept): number => answer.size + tags.join('').length + 200;
