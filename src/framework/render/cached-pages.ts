import 'server-only';
import {
  createResponseCache,
  type RenderResult,
  type StoredResponse,
  type StreamedResponse,
  toStoredResponse,
} from '../cache/index.ts';
import { runInOwnContext } from '../context.ts';
import type { PageModule } from './page-modules.tsx';
import type { PageSource, Rejection, RenderPage } from './page-renderer.ts';

/**
 * The minimum time for which a page is fresh. A page that was rendered with stale content, for example during an
 * outage, is revalidated after this time.
 */
const MIN_FRESH_MS = 1_000;
/** The stale-while-revalidate window in multiples of the TTL. */
const STALE_FACTOR = 10;
const DAY_S = 86_400;
/** For a response of which nobody else may keep a copy without asking again. */
const REVALIDATED = { 'cache-control': 'public, max-age=0, must-revalidate' };
/** CDNs limit the length of a tag. */
const MAX_TAG_LENGTH = 200;

/**
 * CDNs may cache a page for `maxAgeS` seconds; browsers revalidate it on each request, so that visitors see changes. CDNs do not cache
 * pages with their own `revalidate`.
 */
const toCacheHeaders = (
  page: PageModule,
  tags: readonly string[],
  maxAgeS: number,
  staleS: number,
): Record<string, string> => {
  if (page.revalidate !== undefined) return { 'cache-control': 'private, max-age=0, must-revalidate' };
  const stale = `stale-while-revalidate=${staleS}, stale-if-error=${DAY_S}`;
  const cacheTags = tags.map((tag) => encodeURIComponent(tag).slice(0, MAX_TAG_LENGTH));
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${maxAgeS}, ${stale}`,
    'cdn-cache-control': `public, max-age=${maxAgeS}, ${stale}`,
    ...(cacheTags.length > 0 ? { 'cache-tag': cacheTags.join(','), 'surrogate-key': cacheTags.join(' ') } : {}),
  };
};

/** The pages that are the same for every client, in the response cache. Each is rendered in a context of its own. */
export const createCachedPages = (renderPage: RenderPage, ttlS: number) => {
  const ttlMs = ttlS * 1_000;
  const staleMs = ttlMs * STALE_FACTOR;

  const renderHere = async (
    key: string,
    source: PageSource,
    previous: StoredResponse | undefined,
    begin: (response: StreamedResponse) => void,
  ): Promise<RenderResult<Rejection>> => {
    const { page } = source;
    const startedAt = performance.now();
    const isLongLived = page.revalidate === undefined;
    const result = await runInOwnContext((c) => renderPage(c, source, { queue: 'shared', isLongLived }));
    if ('rejection' in result) {
      const { content, rejection } = result;
      // While the CMS does not answer, it is unknown whether the page was removed.
      if (previous && !content.isCertain) throw new Error(`${key} cannot be found while the CMS does not answer`);
      return { rejection };
    }

    const { rendered, content } = result;
    const { status, headers, body } = rendered;
    // The tags, by which CDNs purge the page, are not known before its end.
    if (!body.hasEnded()) begin({ status, headers: { ...headers, ...REVALIDATED }, body });
    const bytes = await body.ended;
    const isComplete = rendered.isComplete();
    if (!isComplete && previous) throw new Error(`a part of ${key} failed`);
    const tags = [...content.tags];
    const leftMs = Math.min(content.oldest, startedAt) + ttlMs - performance.now();
    const freshMs = Math.max(leftMs, Math.min(ttlMs, MIN_FRESH_MS));
    // A page with stale content is soon rendered again, and CDNs should get that version.
    const maxAgeS = freshMs === leftMs ? ttlS : freshMs / 1_000;
    const cacheHeaders = isComplete ? toCacheHeaders(page, tags, maxAgeS, staleMs / 1_000) : REVALIDATED;
    const response = toStoredResponse({ status, bytes, headers: { ...headers, ...cacheHeaders } });
    if (!isComplete) return { page: { response, tags, freshMs: 0, staleMs: 0 } };
    if (page.revalidate !== undefined)
      return { page: { response, tags, freshMs: page.revalidate * 1_000, staleMs: 0 } };

    return { page: { response, tags, freshMs, staleMs } };
  };

  return createResponseCache<PageSource, Rejection>({ render: renderHere });
};
