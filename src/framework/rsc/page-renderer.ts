import 'server-only';
import { trackReads } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { site } from '../../site/config.ts';
import { type CachedResponse, recompressInBackground, toCachedResponse } from '../cache/cached-response.ts';
import type { RedisCache } from '../cache/redis-cache.ts';
import type { RenderResult } from '../cache/response-cache.ts';
import type { PageDirectory, PageModule } from './page-directory.ts';
import { type PageRequest, toPageRequest, toRenderPath } from './page-request.ts';
import type { Renderer } from './renderer.ts';
import { NOT_FOUND, ROUTE_REJECTED, TEMPORARILY_UNAVAILABLE } from './route-validation.ts';

type Params = Readonly<Record<string, string>>;
type Found = { readonly page: PageModule; readonly params: Params };

/** What stands at a key that is no page to keep. */
export type Other =
  | { readonly kind: 'missing'; readonly message: string }
  /** For Waku to say, each time. */
  | { readonly kind: 'pass' };

const PASS: RenderResult<Other> = { kind: 'other', other: { kind: 'pass' } };

/** A page that shows an outage is asked for again soon. */
const SHORTEST_MS = 5_000;
const STALE_TIMES = 10;
const DAY_S = 86_400;

/** What a cache between here and the visitor may do: browsers ask each time, so that visitors see changes. */
const toCacheHeaders = (page: PageModule, tags: readonly string[]): Record<string, string> => {
  if (page.revalidate !== undefined) return { 'cache-control': 'private, max-age=0, must-revalidate' };
  const shared = `stale-while-revalidate=${env.CMS_TTL_S * STALE_TIMES}, stale-if-error=${DAY_S}`;
  const names = tags.map((tag) => encodeURIComponent(tag).slice(0, 200));
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${env.CMS_TTL_S}, ${shared}`,
    'cdn-cache-control': `public, max-age=${env.CMS_TTL_S}, ${shared}`,
    ...(names.length > 0 ? { 'cache-tag': names.join(','), 'surrogate-key': names.join(' ') } : {}),
  };
};

type PageMakerOptions = {
  readonly pages: PageDirectory;
  readonly renderer: Renderer;
  /** What the instances of the site share; null where there is but one, or not yet. */
  readonly shared: () => RedisCache | null;
};

/**
 * Makes what the page cache keeps: a page's document, payload or content, out of what the other instances made where it is
 * fresh.
 */
export const createPageRenderer = ({ pages, renderer, shared }: PageMakerOptions) => {
  const findPage = async (request: PageRequest): Promise<Found | null> => {
    if (/^\/_|^\/404$/.test(request.path) || pages.hasEndpoint(request.path)) return null;
    return pages.findPage(request.path);
  };

  /** Whether the page lets visitors in and exists, asked before anything is rendered. */
  const judge = async ({ path, query }: PageRequest, { page, params }: Found) => {
    const verdict = (await page.validateRoute?.({ ...params, path, query })) ?? true;
    if (verdict === false) return ROUTE_REJECTED;
    if (verdict !== true) return 'pass';
    if (page.exists) return (await page.exists({ ...params, path, query })) ? 'exists' : NOT_FOUND;
    const hasParams = Object.keys(params).length > 0;
    return hasParams && page.readPayload && ((await page.readPayload(params)) ?? null) === null ? NOT_FOUND : 'exists';
  };

  const toFinished = async (key: string, asked: PageRequest, { page, params }: Found) => {
    if (asked.kind === 'content') {
      const content = (await page.readPayload?.(params)) ?? null;
      if (content === null) return null;
      return {
        bytes: new TextEncoder().encode(JSON.stringify(content)),
        headers: { 'content-type': 'application/json' },
        payloadVersion: null,
      };
    }
    const { rendered, failure } = await renderer.renderForAll(asked.kind === 'payload' ? key : toRenderPath(asked), {
      isKept: page.revalidate === undefined,
    });
    if (rendered.status >= 500) throw new Error(`${key} cannot be rendered`);
    if (rendered.status !== 200 || failure) return null;
    const { bytes, payloadVersion } = rendered;
    return { bytes, headers: Object.fromEntries(rendered.headers), payloadVersion };
  };

  /** What another instance has made. It is taken where it is fresh, and where there is nothing better. */
  const takeShared = async (key: string, before: CachedResponse | undefined): Promise<RenderResult<Other> | null> => {
    const page = await shared()?.read(key);
    const now = Date.now();
    if (!page || (page.freshUntil <= now && (before !== undefined || page.staleUntil <= now))) return null;
    const { answer, tags } = page;
    const freshMs = Math.max(0, page.freshUntil - now);
    return { kind: 'page', answer, tags, freshMs, staleMs: page.staleUntil - Math.max(page.freshUntil, now) };
  };

  const share = (key: string, made: RenderResult<Other>, madeIn: number): void => {
    const others = shared();
    if (others === null || made.kind !== 'page') return;
    const freshUntil = Date.now() + made.freshMs;
    others.write(key, { ...made, freshUntil, staleUntil: freshUntil + made.staleMs }, madeIn);
    const html = new TextDecoder().decode(made.answer.forms.identity.bytes);
    const version = /data-flight="\/flight\/([\w-]{16})\.txt"/.exec(html)?.[1];
    const payload = version === undefined ? null : renderer.flights.payloadOf(version);
    if (version !== undefined && payload !== null) others.writeFlight(version, payload);
  };

  const make = async (key: string, before: CachedResponse | undefined): Promise<RenderResult<Other>> => {
    const { pathname, search } = new URL(key, site.url);
    const asked = toPageRequest(pathname === '/' ? '/' : pathname.replace(/\/$/, ''), search);
    const found = asked && (await findPage(asked));
    if (!found) return PASS;

    const isShared = found.page.revalidate === undefined;
    const taken = isShared ? await takeShared(key, before) : null;
    if (taken) return taken;
    const madeIn = shared()?.turn() ?? 0;
    const made = await makeHere(key, asked, found, before);
    if (isShared) share(key, made, madeIn);
    return made;
  };

  const makeHere = async (
    key: string,
    asked: PageRequest,
    found: Found,
    before: CachedResponse | undefined,
  ): Promise<RenderResult<Other>> => {
    const madeAt = performance.now();
    const { value, use } = await trackReads(async () => {
      const verdict = await judge(asked, found);
      return verdict === 'exists' ? await toFinished(key, asked, found) : verdict;
    });
    if (value === null || typeof value === 'string') {
      // Only the content system can tell that a page is gone, or that there is none.
      const isKnown = use.isCertain;
      if (before && !isKnown) throw new Error(`${key} cannot be found while the content system gives no answer`);
      if (value === 'pass') return PASS;
      return {
        kind: 'other',
        other: { kind: 'missing', message: isKnown ? (value ?? NOT_FOUND) : TEMPORARILY_UNAVAILABLE },
      };
    }

    const tags = [...use.tags];
    const headers = { ...value.headers, ...toCacheHeaders(found.page, tags) };
    const answer = await toCachedResponse({ status: 200, bytes: value.bytes, headers }, before);
    const { revalidate } = found.page;
    if (revalidate !== undefined) return { kind: 'page', answer, tags, freshMs: revalidate * 1_000, staleMs: 0 };
    void recompressInBackground(answer);
    const ttlMs = env.CMS_TTL_S * 1_000;
    const leftMs = Math.min(use.oldest, madeAt) + ttlMs - performance.now();
    return {
      kind: 'page',
      answer,
      tags,
      freshMs: Math.max(leftMs, Math.min(ttlMs, SHORTEST_MS)),
      staleMs: ttlMs * STALE_TIMES,
    };
  };

  return { findPage, make };
};
