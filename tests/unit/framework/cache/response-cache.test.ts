import { afterEach, expect, test, vi } from 'vitest';
import { createResponseCache, type RenderResult } from '../../../../src/framework/cache/response-cache.ts';
import { toStoredResponse } from '../../../../src/framework/cache/stored-response.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';

type Page = RenderResult<string>;

const page = (text: string, options: { tags?: string[]; freshMs?: number; staleMs?: number } = {}) => {
  const response = toStoredResponse({ status: 200, bytes: new TextEncoder().encode(text), headers: {} });
  return { page: { response, tags: [], freshMs: 1_000, staleMs: 10_000, ...options } } satisfies Page;
};

const textOf = (found: { response: { bytes: Uint8Array } } | null): string | null =>
  found && new TextDecoder().decode(found.response.bytes);

/** The value of a metric of the cache that was created last. */
const readMetric = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> => {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values.find((value) => Object.entries(labels).every(([key, label]) => value.labels[key] === label))
    ?.value;
};

/** Stops the clock, and returns a function that advances it. */
const stopClock = () => {
  let at = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  return (ms: number): void => {
    at += ms;
  };
};

afterEach(() => {
  vi.restoreAllMocks();
});

/** A cache whose renders end when the test says so. */
const openCache = (bounds: { maxEntries?: number; maxBytes?: number } = {}) => {
  const advance = stopClock();
  const renderCalls: { key: string; finish: (result: Page) => void; fail: (error: Error) => void }[] = [];
  const cache = createResponseCache<null, string>({
    render: (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      renderCalls.push({ key, finish: resolve, fail: reject });
      return promise;
    },
    ...bounds,
  });
  const fill = async (key: string, result: Page): Promise<void> => {
    const rendering = cache.render(key, null);
    renderCalls.at(-1)?.finish(result);
    await rendering;
  };
  return { cache, renderCalls, fill, advance };
};

test('a hundred requests for a page that is not cached share one render', async () => {
  const { cache, renderCalls } = openCache();
  const renders = (await readMetric('page_renders_total')) ?? 0;
  const visits = Promise.all(Array.from({ length: 100 }, () => cache.render('/', null)));
  expect(renderCalls).toHaveLength(1);
  renderCalls[0]?.finish(page('rendered once'));

  for (const result of await visits) expect('page' in result && textOf(result.page)).toBe('rendered once');
  expect(cache.find('/')?.state).toBe('hit');
  expect(await readMetric('page_cache_answers_total', { state: 'miss' })).toBe(100);
  expect(await readMetric('page_cache_answers_total', { state: 'hit' })).toBe(1);
  expect(await readMetric('page_cache_answers_total', { state: 'stale' })).toBe(0);
  expect(await readMetric('page_renders_total')).toBe(renders + 1);
  expect(await readMetric('page_cache_entries')).toBe(1);
});

test('a page that is no longer fresh is served stale while one render revalidates it', async () => {
  const { cache, renderCalls, fill, advance } = openCache();
  await fill('/', page('old'));
  advance(1_000);

  expect(cache.find('/')?.state).toBe('stale');
  expect(textOf(cache.find('/'))).toBe('old');
  expect(renderCalls).toHaveLength(2);
  renderCalls[1]?.finish(page('new'));
  await expect.poll(() => textOf(cache.find('/'))).toBe('new');
  expect(cache.find('/')?.state).toBe('hit');
});

test('a page beyond its stale-while-revalidate window is served only if it cannot be rendered again', async () => {
  const { cache, renderCalls, fill, advance } = openCache();
  await fill('/', page('old'));
  advance(10_999);
  expect(cache.find('/')?.state).toBe('stale');
  advance(1);
  expect(cache.find('/')).toBeNull();
  const rendering = cache.render('/', null);
  renderCalls[1]?.fail(new Error('broken'));

  const result = await rendering;
  expect('page' in result && textOf(result.page)).toBe('old');
});

test('a failed first render fails its requests, and the next request renders again', async () => {
  const { cache, renderCalls } = openCache();
  const rendering = cache.render('/', null);
  renderCalls[0]?.fail(new Error('broken'));

  await expect(rendering).rejects.toThrow('broken');
  void cache.render('/', null);
  expect(renderCalls).toHaveLength(2);
});

test('a purge drops the pages with one of its tags, a purge of everything drops all', async () => {
  const { cache, fill } = openCache();
  await fill('/faq', page('questions', { tags: ['faq', 'faqpage'] }));
  await fill('/news', page('news', { tags: ['posts'] }));
  cache.purge(['faq']);

  expect(cache.find('/faq')).toBeNull();
  expect(textOf(cache.find('/news'))).toBe('news');
  cache.purge(null);
  expect(await readMetric('page_cache_entries')).toBe(0);
  expect(await readMetric('page_cache_bytes')).toBe(0);
});

test('a render that started before a purge is served to its waiters but not cached', async () => {
  const { cache, renderCalls } = openCache();
  const before = cache.render('/faq', null);
  cache.purge(['faq']);
  const after = cache.render('/faq', null);
  expect(renderCalls).toHaveLength(2);

  renderCalls[1]?.finish(page('new', { tags: ['faq'] }));
  await after;
  renderCalls[0]?.finish(page('old', { tags: ['faq'] }));
  const result = await before;
  expect('page' in result && textOf(result.page)).toBe('old');
  expect(textOf(cache.find('/faq'))).toBe('new');
});

test('a result that is not a page, or never fresh, is not cached; the former drops the cached page', async () => {
  const { cache, renderCalls, fill, advance } = openCache();
  await fill('/', page('uncached', { freshMs: 0, staleMs: 0 }));
  expect(cache.find('/')).toBeNull();

  await fill('/gone', page('here'));
  advance(1_000);
  expect(cache.find('/gone')?.state).toBe('stale');
  renderCalls.at(-1)?.finish({ rejection: 'no such page' });
  await expect.poll(() => cache.find('/gone')).toBeNull();

  for (let number = 0; number < 1_000; number += 1) await fill(`/${number}`, { rejection: 'no such page' });
  expect(await readMetric('page_cache_entries')).toBe(0);
  expect(await readMetric('page_cache_bytes')).toBe(0);
});

test('entries and bytes are bounded', async () => {
  const many = openCache({ maxEntries: 10 });
  for (let number = 0; number < 50; number += 1) await many.fill(`/${number}`, page('a page'));
  expect(await readMetric('page_cache_entries')).toBe(10);

  const large = openCache({ maxBytes: 100_000 });
  for (let number = 0; number < 50; number += 1) await large.fill(`/${number}`, page('x'.repeat(10_000)));
  expect(await readMetric('page_cache_bytes')).toBeLessThanOrEqual(100_000);
  expect(await readMetric('page_cache_entries')).toBeGreaterThan(1);
});

test('after a failed revalidation the stale page is served without another render for a second', async () => {
  const { cache, renderCalls, fill, advance } = openCache();
  await fill('/', page('old'));
  advance(1_000);
  expect(cache.find('/')?.state).toBe('stale');
  renderCalls[1]?.fail(new Error('broken'));
  await expect.poll(() => cache.find('/')?.state).toBe('hit');

  advance(999);
  expect(textOf(cache.find('/'))).toBe('old');
  expect(renderCalls).toHaveLength(2);
  advance(1);
  expect(cache.find('/')?.state).toBe('stale');
  expect(renderCalls).toHaveLength(3);
});

test('a revalidation gets the source of the first request and the stale response', async () => {
  const advance = stopClock();
  const calls: unknown[] = [];
  const cache = createResponseCache<string, never>({
    render: async (key, source, before) => {
      calls.push([key, source, before === undefined ? null : textOf({ response: before })]);
      return page('a page');
    },
  });
  await cache.render('/', 'first request');
  advance(1_000);
  cache.find('/');

  expect(calls).toEqual([
    ['/', 'first request', null],
    ['/', 'first request', 'a page'],
  ]);
});
