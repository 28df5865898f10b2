import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentHealth, watchReads, withDraft } from '../../content/reader.ts';
import { env } from '../../env.ts';
import { log, logRequest } from '../../log.ts';
import { site } from '../../site/config.ts';
import { type PageDirectory, type PageModule, type QueryParameters, toOwnQuery } from '../page-directory.ts';
import type { RouteFailure } from '../route-verdict.ts';
import { countAnswer } from './answer-metrics.ts';
import { createPageCache, type Made, NO_METRICS, type PageCacheMetrics } from './page-cache.ts';
import { draftOf } from './preview.ts';
import type { Renderer } from './render.ts';
import { pathOf, requestIdOf } from './request-log.ts';
import type { Purge, SharedPages } from './shared-pages.ts';
import { type StoredAnswer, toStoredAnswer, writeFinished, writeStoredAnswer } from './stored-answer.ts';

type Next = () => void;
type Params = Readonly<Record<string, string>>;

/** What stands at a key that is no page to keep. */
type Other =
  | { readonly kind: 'missing'; readonly message: string }
  /** For Waku to say, each time. */
  | { readonly kind: 'pass' };

const PASS: Made<Other> = { kind: 'other', other: { kind: 'pass' } };

/** A request for something that is the same for every visitor. */
type PageRequest = {
  readonly kind: 'document' | 'payload' | 'content';
  /** The path of the page. */
  readonly path: string;
  readonly query: string;
};

const CONTENT = '/_payload.json';
const RSC = /^\/RSC\/R(\/.*)\.txt$/;
/** A page that shows an outage is asked for again soon. */
const SHORTEST_MS = 5_000;
const STALE_TIMES = 10;
const DAY_S = 86_400;
const ERROR_PAGE_MS = 3_600_000;
/** Stands for the address in the error page that is kept. */
const ADDRESS = '/the-address-that-was-asked-for';
const NOT_FOUND = 'Page not found: ';
const REFUSED = 'Page Not Found: ';

const toPageRequest = (pathname: string, search: string): PageRequest | null => {
  if (pathname.endsWith(CONTENT)) {
    return { kind: 'content', path: pathname.slice(0, -CONTENT.length) || '/', query: '' };
  }
  const route = RSC.exec(pathname)?.[1];
  if (route !== undefined) {
    const query = new URLSearchParams(search).get('query') ?? '';
    return { kind: 'payload', path: route === '/_root' ? '/' : route.replace(/^\/__/, '/_'), query };
  }
  // What else is below here is Waku's own: actions, and what nobody knows.
  return /^\/(?:RSC|assets|flight)\//.test(pathname)
    ? null
    : { kind: 'document', path: pathname, query: search.slice(1) };
};

const hasExtension = (path: string): boolean => /\.[a-z0-9]+$/.test(path);

/** The address as visitors ask for it: the same text is the key of what is kept. */
const toKey = ({ kind, path, query }: PageRequest): string => {
  if (kind === 'content') return `${path === '/' ? '' : path}${CONTENT}`;
  if (kind === 'payload') {
    const route = path === '/' ? '/_root' : path.replace(/^\/_/, '/__');
    return `/RSC/R${route}.txt${query && `?${new URLSearchParams({ query })}`}`;
  }
  const directory = site.trailingSlash && path !== '/' && !hasExtension(path) ? `${path}/` : path;
  return `${directory}${query && `?${query}`}`;
};

const toRenderPath = ({ path, query }: PageRequest): string => `${path}${query && `?${query}`}`;

const isMadeUp = (query: string, parameters: QueryParameters = {}): boolean =>
  [...new URLSearchParams(query).keys()].some((name) => parameters[name] === 'any');

/** What a cache between here and the visitor may do: browsers ask each time, so that visitors see changes. */
const toCacheHeaders = (page: PageModule, tags: readonly string[]): Record<string, string> => {
  if (page.keptForS !== undefined) return { 'cache-control': 'private, max-age=0, must-revalidate' };
  const shared = `stale-while-revalidate=${env.CMS_TTL_S * STALE_TIMES}, stale-if-error=${DAY_S}`;
  const names = tags.map((tag) => encodeURIComponent(tag).slice(0, 200));
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${env.CMS_TTL_S}, ${shared}`,
    'cdn-cache-control': `public, max-age=${env.CMS_TTL_S}, ${shared}`,
    ...(names.length > 0 ? { 'cache-tag': names.join(','), 'surrogate-key': names.join(' ') } : {}),
  };
};

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[character] ?? character,
  );

type PageServerOptions = {
  readonly pages: PageDirectory;
  readonly renderer: Renderer;
  /** What the instances of the site share; null where there is but one, or not yet. */
  readonly shared: () => SharedPages | null;
};

export type PageServer = {
  /** Answers what stands ready at exactly this address, and tells whether it did. It needs nothing before it. */
  readonly answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers a request for a page, its payload or its content, whose address has its one spelling; else `next`. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, next: Next) => Promise<void>;
  readonly purge: Purge;
};

let readMetrics = (): PageCacheMetrics => NO_METRICS;

/** What the page cache of this process has done since the start, and holds now. */
export const pageCacheMetrics = (): PageCacheMetrics => readMetrics();

/**
 * Pages out of the page cache, on Node's own requests (architecture §3). What a visitor sends besides the address plays no
 * part in a page that comes from here: it was made for everybody.
 */
export const createPageServer = ({ pages, renderer, shared }: PageServerOptions): PageServer => {
  const findPage = async (request: PageRequest): Promise<{ page: PageModule; params: Params } | null> => {
    if (/^\/_|^\/404$/.test(request.path) || pages.hasEndpoint(request.path)) return null;
    return pages.findPage(request.path);
  };

  /** Whether the page lets visitors in and exists, asked before anything is rendered. */
  const judge = async ({ path, query }: PageRequest, { page, params }: { page: PageModule; params: Params }) => {
    const verdict = (await page.validateRoute?.({ ...params, path, query })) ?? true;
    if (verdict === false) return REFUSED;
    if (verdict !== true) return 'pass';
    if (page.exists) return (await page.exists({ ...params, path, query })) ? 'exists' : NOT_FOUND;
    const hasParams = Object.keys(params).length > 0;
    return hasParams && page.readPayload && ((await page.readPayload(params)) ?? null) === null ? NOT_FOUND : 'exists';
  };

  const toFinished = async (
    key: string,
    asked: PageRequest,
    { page, params }: { page: PageModule; params: Params },
  ) => {
    if (asked.kind === 'content') {
      const content = (await page.readPayload?.(params)) ?? null;
      if (content === null) return null;
      return {
        bytes: new TextEncoder().encode(JSON.stringify(content)),
        headers: { 'content-type': 'application/json' },
      };
    }
    const { rendered, failure } = await renderer.renderForAll(asked.kind === 'payload' ? key : toRenderPath(asked), {
      isKept: page.keptForS === undefined,
    });
    if (rendered.status >= 500) throw new Error(`${key} cannot be rendered`);
    if (rendered.status !== 200 || failure) return null;
    return { bytes: rendered.bytes, headers: Object.fromEntries(rendered.headers) };
  };

  /** What another instance has made. It is taken where it is fresh, and where there is nothing better. */
  const takeShared = async (key: string, before: StoredAnswer | undefined): Promise<Made<Other> | null> => {
    const page = await shared()?.read(key);
    const now = Date.now();
    if (!page || (page.freshUntil <= now && (before !== undefined || page.staleUntil <= now))) return null;
    const { answer, tags } = page;
    const freshMs = Math.max(0, page.freshUntil - now);
    return { kind: 'page', answer, tags, freshMs, staleMs: page.staleUntil - Math.max(page.freshUntil, now) };
  };

  const share = (key: string, made: Made<Other>, madeIn: number): void => {
    const others = shared();
    if (others === null || made.kind !== 'page') return;
    const freshUntil = Date.now() + made.freshMs;
    others.write(key, { ...made, freshUntil, staleUntil: freshUntil + made.staleMs }, madeIn);
    const html = new TextDecoder().decode(made.answer.forms.identity.bytes);
    const version = /data-flight="\/flight\/([\w-]{16})\.txt"/.exec(html)?.[1];
    const payload = version === undefined ? null : renderer.flights.payloadOf(version);
    if (version !== undefined && payload !== null) others.writeFlight(version, payload);
  };

  const make = async (key: string, before: StoredAnswer | undefined): Promise<Made<Other>> => {
    const { pathname, search } = new URL(key, site.url);
    const asked = toPageRequest(pathname === '/' ? '/' : pathname.replace(/\/$/, ''), search);
    const found = asked && (await findPage(asked));
    if (!found) return PASS;

    const isShared = found.page.keptForS === undefined;
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
    found: { page: PageModule; params: Params },
    before: StoredAnswer | undefined,
  ): Promise<Made<Other>> => {
    const madeAt = performance.now();
    const { value, use } = await watchReads(async () => {
      const verdict = await judge(asked, found);
      return verdict === 'exists' ? await toFinished(key, asked, found) : verdict;
    });
    if (value === null || typeof value === 'string') {
      // While the content system is away nobody can know that a page is gone.
      if (before && !contentHealth().ok) throw new Error(`${key} cannot be found in the outage of the content system`);
      return value === 'pass' || asked.kind === 'payload'
        ? PASS
        : { kind: 'other', other: { kind: 'missing', message: value ?? NOT_FOUND } };
    }

    const tags = [...use.tags];
    const headers = { ...value.headers, ...toCacheHeaders(found.page, tags) };
    const answer = await toStoredAnswer({ status: 200, bytes: value.bytes, headers }, before);
    const { keptForS } = found.page;
    if (keptForS !== undefined) return { kind: 'page', answer, tags, freshMs: keptForS * 1_000, staleMs: 0 };
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

  const cache = createPageCache<Other>({ make });
  const errorPages = new Map<string, { readonly made: ReturnType<Renderer['renderFailure']>; readonly at: number }>();

  /** The error page with a place for the address, made once for all addresses. */
  const errorPage = (message: string): ReturnType<Renderer['renderFailure']> => {
    const known = errorPages.get(message);
    if (known && performance.now() - known.at < ERROR_PAGE_MS) return known.made;
    const failure: RouteFailure = { statusCode: 404, message: message + ADDRESS };
    const made = renderer.renderFailure(failure).then((rendered) => {
      // The plain document that stands in for it where it cannot be rendered has no such place, and is not kept.
      if (!Buffer.from(rendered.bytes).includes(ADDRESS)) errorPages.delete(message);
      return rendered;
    });
    errorPages.set(message, { made, at: performance.now() });
    return made;
  };

  const answerMissing = async (request: IncomingMessage, response: ServerResponse, message: string): Promise<void> => {
    const { status, headers, bytes } = await errorPage(message);
    const html = new TextDecoder().decode(bytes).replaceAll(ADDRESS, () => escapeHtml(request.url ?? '/'));
    await writeFinished(request, response, {
      status,
      headers: Object.fromEntries(headers),
      bytes: new TextEncoder().encode(html),
    });
  };

  const idOf = (response: ServerResponse): string => String(response.getHeader('x-request-id') ?? '');

  const findSharedFlight = async (pathname: string): Promise<StoredAnswer | null> => {
    const version = /^\/flight\/([\w-]{16})\.txt$/.exec(pathname)?.[1];
    const payload = version === undefined ? null : await shared()?.readFlight(version);
    if (version === undefined || !payload) return null;
    renderer.flights.keep(version, payload, { isKept: true });
    return renderer.flights.find(pathname);
  };

  const answerFlight = async (
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): Promise<void> => {
    const answer = (await renderer.flights.find(pathname)) ?? (await findSharedFlight(pathname));
    if (answer) writeStoredAnswer(request, response, answer, { id: idOf(response), state: 'hit' });
    else next();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> => {
    const target = request.url ?? '/';
    const pathname = pathOf(target);
    if (pathname.startsWith('/flight/')) return answerFlight(pathname, request, response, next);
    const asked = toPageRequest(pathname, target.slice(pathname.length));
    if (!asked) return next();
    const found = await findPage(asked);
    if (!found) {
      const isUnknown = asked.kind !== 'payload' && !/^\/_/.test(asked.path) && !pages.hasEndpoint(asked.path);
      return isUnknown ? answerMissing(request, response, NOT_FOUND) : next();
    }
    const query = toOwnQuery(asked.query, found.page.parameters);
    if (isMadeUp(query, found.page.parameters)) return next();

    const key = toKey({ ...asked, query });
    const ready = cache.find(key);
    if (ready) {
      writeStoredAnswer(request, response, ready.answer, { id: idOf(response), state: ready.state });
      return;
    }
    const made = await cache.make(key);
    if (made.kind === 'page') {
      writeStoredAnswer(request, response, made.answer, { id: idOf(response), state: 'miss' });
      return;
    }
    if (made.other.kind === 'missing') return answerMissing(request, response, made.other.message);
    next();
  };

  readMetrics = cache.metrics;

  return {
    answerAtOnce: (request, response) => {
      const { method, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      if (draftOf(request.headers.cookie)) return false;
      const ready = cache.find(url);
      if (!ready) return false;
      const id = requestIdOf(request);
      const status = writeStoredAnswer(request, response, ready.answer, { id, state: ready.state });
      // The key is an address of ours, in which JSON escapes nothing.
      logRequest({ id, method, pathJson: `"${pathOf(url)}"`, status, ms: 0 });
      countAnswer({
        method,
        kind: url.startsWith('/RSC/') || url.endsWith(CONTENT) ? 'payload' : 'page',
        status,
        ms: 0,
      });
      return true;
    },

    answer: async (request, response, next) => {
      const draft = draftOf(request.headers.cookie);
      if (draft) {
        withDraft(draft, next);
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        next();
        return;
      }
      try {
        await answer(request, response, next);
      } catch (error) {
        log.error({ err: error }, 'a page could not be made');
        if (response.headersSent) response.destroy();
        else next();
      }
    },

    purge: cache.purge,
  };
};
