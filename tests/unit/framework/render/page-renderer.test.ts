import { expect, test, vi } from 'vitest';
import { toCachedResponse } from '../../../../src/framework/cache/cached-response.ts';
import type { RedisCache, RedisCacheEntry } from '../../../../src/framework/cache/redis-cache.ts';
import type { PageModule } from '../../../../src/framework/render/page-directory.ts';
import { createPageRenderer } from '../../../../src/framework/render/page-renderer.ts';
import { createRenderer } from '../../../../src/framework/render/renderer.ts';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';
import type { ContentUse } from '../../../../src/framework/site-options.ts';

const TTL_S = 60;
const certain: ContentUse = { tags: new Set(['faq', 'pages']), oldest: Infinity, isCertain: true };
const uncertain: ContentUse = { ...certain, oldest: -Infinity, isCertain: false };

const toResponse = (text: string) =>
  toCachedResponse({ status: 200, bytes: new TextEncoder().encode(text), headers: {} });

/** A fake of the cache that the instances share, with at most one page. */
const createShared = (entry: RedisCacheEntry | null) => {
  const written: string[] = [];
  const shared: RedisCache = {
    purgeSequence: () => 7,
    read: async () => entry,
    write: (key, _page, purgeSequence) => void written.push(`${key} ${purgeSequence}`),
    readPayload: async () => null,
    writePayload: () => undefined,
    purge: async () => undefined,
    isFirst: async () => true,
    close: () => undefined,
  };
  return { shared, written };
};

const openPageRenderer = ({ use = certain, shared = null as RedisCache | null } = {}) => {
  const rendered: string[] = [];
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    processRequest: async ({ url }) => {
      const { pathname, search } = new URL(url);
      rendered.push(pathname + search);
      return new Response('<p>rendered</p>', { headers: { 'content-type': 'text/html' } });
    },
    isProduction: true,
    url: 'https://site.example',
    document: { versionPollS: 60, speculationRules: '' },
    preview: { isActive: () => false },
    payloads,
  });
  const render = createPageRenderer({
    renderer,
    payloads,
    content: {
      track: async (read) => ({ value: await read(), use }),
      withBudget: (read) => read(),
      invalidate: () => undefined,
    },
    settings: { ttlS: TTL_S },
    shared: () => shared,
  });
  return { render, rendered };
};

const toSource = (page: Partial<PageModule>, { kind = 'document', params = {} as Record<string, string> } = {}) => ({
  page: { default: () => null, ...page },
  params,
  request: { kind: kind === 'content' ? ('content' as const) : ('document' as const), path: '/a', query: 'page=2' },
});

test('a page is fresh as long as its oldest content, and tagged for CDNs', async () => {
  const oldest = performance.now() - 20_000;
  const { render, rendered } = openPageRenderer({ use: { ...certain, oldest } });
  const result = await render('/a', toSource({}), undefined);

  expect(rendered).toEqual(['/a?page=2']);
  if (result.kind !== 'page') throw new Error('no page');
  expect(result.tags).toEqual(['faq', 'pages']);
  expect(result.freshMs).toBeGreaterThan(35_000);
  expect(result.freshMs).toBeLessThanOrEqual(40_000);
  expect(result.staleMs).toBe(600_000);
  expect(result.response.headers).toMatchObject({
    'cache-control': expect.stringContaining('s-maxage=60, stale-while-revalidate=600'),
    'cache-tag': 'faq,pages',
    'surrogate-key': 'faq pages',
  });
});

test('a page that was rendered with a fallback is fresh for five seconds', async () => {
  const { render } = openPageRenderer({ use: uncertain });

  expect(await render('/a', toSource({}), undefined)).toMatchObject({ kind: 'page', freshMs: 5_000 });
});

test('a page with a revalidate time is cached for that time, but not by CDNs or in Redis', async () => {
  const { shared, written } = createShared(null);
  const { render } = openPageRenderer({ shared });
  const result = await render('/a', toSource({ revalidate: 1 }), undefined);

  expect(result).toMatchObject({ kind: 'page', freshMs: 1_000, staleMs: 0 });
  expect(result.kind === 'page' && result.response.headers['cache-control']).toBe(
    'private, max-age=0, must-revalidate',
  );
  expect(written).toEqual([]);
});

test.each([
  ['validateRoute returns false', { validateRoute: () => false }, {}, 'Page Not Found: '],
  ['exists returns false', { exists: async () => false }, {}, 'Page not found: '],
  ['a page with parameters has no content', { readContent: async () => null }, { slug: 'a' }, 'Page not found: '],
])('nothing is rendered if %s', async (_, page, params, message) => {
  const { render, rendered } = openPageRenderer();
  const result = await render('/a', toSource(page, { params }), undefined);

  expect(result).toEqual({ kind: 'other', other: { statusCode: 404, message, isMissing: true } });
  expect(rendered).toEqual([]);
});

test('validateRoute gets the parameters, the path and the query, and may fail with its own status', async () => {
  const failure = { statusCode: 410, message: 'Gone' };
  const validateRoute = vi.fn(() => failure);
  const { render } = openPageRenderer();
  const result = await render('/a', toSource({ validateRoute }, { params: { slug: 'a' } }), undefined);

  expect(validateRoute).toHaveBeenCalledExactlyOnceWith({ slug: 'a', path: '/a', query: 'page=2' });
  expect(result).toEqual({ kind: 'other', other: { ...failure, isMissing: false } });
});

test('while the CMS does not answer, a missing page gets 503, or its render throws if it has a cached response', async () => {
  const { render } = openPageRenderer({ use: uncertain });
  const source = toSource({ exists: async () => false });

  expect(await render('/a', source, undefined)).toMatchObject({ other: { statusCode: 503 } });
  await expect(render('/a', source, toResponse('before'))).rejects.toThrow('while the CMS does not answer');
});

test('the content of a page is its payload as JSON', async () => {
  const { render } = openPageRenderer();
  const source = toSource({ readContent: async () => ({ title: 'A' }) }, { kind: 'content' });
  const result = await render('/a/_payload.json', source, undefined);

  expect(result.kind === 'page' && new TextDecoder().decode(result.response.identity.bytes)).toBe('{"title":"A"}');
});

test('a fresh page of another instance is used, and a stale one only if this instance has none', async () => {
  const response = { status: 200, bytes: new TextEncoder().encode('shared'), headers: {} };
  const here = toCachedResponse(response);
  const stale = { response, tags: ['faq'], freshUntil: Date.now() - 1_000, staleUntil: Date.now() + 60_000 };
  const withFreshEntry = openPageRenderer({
    shared: createShared({ ...stale, freshUntil: Date.now() + 30_000 }).shared,
  });
  expect(await withFreshEntry.render('/a', toSource({}), here)).toMatchObject({ response: here, tags: ['faq'] });
  expect(withFreshEntry.rendered).toEqual([]);

  const { render, rendered } = openPageRenderer({ shared: createShared(stale).shared });
  expect(await render('/a', toSource({}), undefined)).toMatchObject({ response: here, freshMs: 0 });
  expect(rendered).toEqual([]);
  await render('/a', toSource({}), here);
  expect(rendered).toEqual(['/a?page=2']);
});

test('a rendered page is shared with the purge sequence at the start of its render', async () => {
  const { shared, written } = createShared(null);
  await openPageRenderer({ shared }).render('/a', toSource({}), undefined);

  expect(written).toEqual(['/a 7']);
});
