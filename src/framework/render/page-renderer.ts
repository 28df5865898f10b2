import 'server-only';
import {
  type CacheablePage,
  type CachedResponse,
  type RedisCache,
  type RenderResult,
  toCachedResponse,
} from '../cache/index.ts';
import type { PageRequest } from '../middleware/index.ts';
import type { ContentPort, FrameworkSettings } from '../site-options.ts';
import type { PageMatch, PageModule } from './page-directory.ts';
import { toRenderUrl } from './page-request.ts';
import type { Renderer } from './renderer.ts';
import { NOT_FOUND, ROUTE_REJECTED, type RouteFailure, TEMPORARILY_UNAVAILABLE } from './route-validation.ts';
import type { RscPayloadStore } from './rsc-payload-store.ts';

/** A request with its page. The query is the declared part of the client's query. */
export type PageSource = PageMatch & { readonly request: PageRequest };

/**
 * Why there is no page to cache. `isMissing`: there is no page at this path, as far as known; the URL is appended to
 * the message.
 */
export type Rejection = RouteFailure & { readonly isMissing: boolean };

type Body = {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadVersion: string | null;
};

export type PageRendererOptions = {
  readonly renderer: Renderer;
  readonly payloads: RscPayloadStore;
  readonly content: ContentPort;
  readonly settings: Pick<FrameworkSettings, 'ttlS'>;
  /** The cache that the instances share; null: this is the only instance, or Redis is not connected yet. */
  readonly shared: () => RedisCache | null;
};

/**
 * The minimum time for which a page is fresh. A page that was rendered with stale content, for example during an
 * outage, is revalidated after this time.
 */
const MIN_FRESH_MS = 5_000;
/** The stale-while-revalidate window in multiples of the TTL. */
const STALE_FACTOR = 10;
const DAY_S = 86_400;
/** CDNs limit the length of a tag. */
const MAX_TAG_LENGTH = 200;

export const NO_PAGE: Rejection = { statusCode: 404, message: NOT_FOUND, isMissing: true };

/**
 * CDNs may cache a page for as long as this server does; browsers revalidate it on each request, so that visitors see
 * changes. CDNs do not cache pages with their own `revalidate`.
 */
const toCacheHeaders = (page: PageModule, tags: readonly string[], ttlS: number): Record<string, string> => {
  if (page.revalidate !== undefined) return { 'cache-control': 'private, max-age=0, must-revalidate' };
  const stale = `stale-while-revalidate=${ttlS * STALE_FACTOR}, stale-if-error=${DAY_S}`;
  const cacheTags = tags.map((tag) => encodeURIComponent(tag).slice(0, MAX_TAG_LENGTH));
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${ttlS}, ${stale}`,
    'cdn-cache-control': `public, max-age=${ttlS}, ${stale}`,
    ...(cacheTags.length > 0 ? { 'cache-tag': cacheTags.join(','), 'surrogate-key': cacheTags.join(' ') } : {}),
  };
};

/**
 * Calls `validateRoute` and checks whether the page exists, before anything is rendered. Null: the request is valid.
 */
const validate = async ({ request: { path, query }, page, params }: PageSource): Promise<Rejection | null> => {
  const props = { ...params, path, query };
  const validation = (await page.validateRoute?.(props)) ?? true;
  if (validation === false) return { ...NO_PAGE, message: ROUTE_REJECTED };
  if (validation !== true) return { ...validation, isMissing: false };
  if (page.exists) return (await page.exists(props)) ? null : NO_PAGE;
  const isOneOfMany = Object.keys(params).length > 0 && page.readContent !== undefined;
  return isOneOfMany && ((await page.readContent?.(params)) ?? null) === null ? NO_PAGE : null;
};

/** Renders pages for the response cache, or reads them from the cache that the instances share (`readShared`). */
export const createPageRenderer = ({ renderer, payloads, content, settings, shared }: PageRendererOptions) => {
  const { ttlS } = settings;

  const readContent = async ({ page, params }: PageSource): Promise<Body | null> => {
    const value = (await page.readContent?.(params)) ?? null;
    if (value === null) return null;
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return { bytes, headers: { 'content-type': 'application/json' }, payloadVersion: null };
  };

  const renderBody = async (key: string, source: PageSource): Promise<Body | null> => {
    if (source.request.kind === 'content') return readContent(source);
    const isLongLived = source.page.revalidate === undefined;
    const { rendered, failure } = await renderer.renderForCache(toRenderUrl(source.request), { isLongLived });
    if (failure && failure.statusCode >= 500) throw new Error(`${key} cannot be rendered`);
    if (rendered?.status !== 200 || failure) return null;
    const { bytes, headers, payloadVersion } = rendered;
    return { bytes, headers: Object.fromEntries(headers), payloadVersion };
  };

  const renderHere = async (
    key: string,
    source: PageSource,
    previous: CachedResponse | undefined,
  ): Promise<RenderResult<Rejection>> => {
    const startedAt = performance.now();
    const sequenceAtStart = shared()?.purgeSequence() ?? 0;
    const { value, use } = await content.track(
      async () => (await validate(source)) ?? (await renderBody(key, source)) ?? NO_PAGE,
    );
    if ('statusCode' in value) {
      // While the CMS does not answer, it is unknown whether the page was removed: a cached page is kept, else the
      // status is 503.
      if (previous && !use.isCertain) throw new Error(`${key} cannot be found while the CMS does not answer`);
      const isUnknown = value.isMissing && !use.isCertain;
      const unavailable = { ...value, statusCode: 503, message: TEMPORARILY_UNAVAILABLE };
      return { kind: 'other', other: isUnknown ? unavailable : value };
    }

    const tags = [...use.tags];
    const headers = { ...value.headers, ...toCacheHeaders(source.page, tags, ttlS) };
    const unencoded = { status: 200, bytes: value.bytes, headers };
    const response = toCachedResponse(unencoded, previous);
    const { revalidate } = source.page;
    if (revalidate !== undefined) return { kind: 'page', response, tags, freshMs: revalidate * 1_000, staleMs: 0 };
    const ttlMs = ttlS * 1_000;
    const leftMs = Math.min(use.oldest, startedAt) + ttlMs - performance.now();
    const freshMs = Math.max(leftMs, Math.min(ttlMs, MIN_FRESH_MS));
    const staleMs = ttlMs * STALE_FACTOR;
    const freshUntil = Date.now() + freshMs;
    shared()?.write(key, { response: unencoded, tags, freshUntil, staleUntil: freshUntil + staleMs }, sequenceAtStart);
    const { payloadVersion } = value;
    const payload = payloadVersion === null ? null : payloads.readText(payloadVersion);
    if (payloadVersion !== null && payload !== null) shared()?.writePayload(payloadVersion, payload);
    return { kind: 'page', response, tags, freshMs, staleMs };
  };

  /** A page in the shared cache if it is fresh, or if it is stale and this instance has no response to revalidate. */
  const readShared = async (key: string, previous: CachedResponse | undefined): Promise<CacheablePage | null> => {
    const page = await shared()?.read(key);
    const now = Date.now();
    if (!page || (page.freshUntil <= now && (previous !== undefined || page.staleUntil <= now))) return null;
    const freshMs = Math.max(0, page.freshUntil - now);
    const response = toCachedResponse(page.response, previous);
    return {
      kind: 'page',
      response,
      tags: page.tags,
      freshMs,
      staleMs: page.staleUntil - Math.max(page.freshUntil, now),
    };
  };

  return async (
    key: string,
    source: PageSource,
    previous: CachedResponse | undefined,
  ): Promise<RenderResult<Rejection>> => {
    const isShared = source.page.revalidate === undefined;
    return (isShared ? await readShared(key, previous) : null) ?? renderHere(key, source, previous);
  };
};
