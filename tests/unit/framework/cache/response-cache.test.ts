import { expect, test } from 'vitest';
import { toCachedResponse } from '../../../../src/framework/cache/cached-response.ts';
import { createResponseCache, type RenderResult } from '../../../../src/framework/cache/response-cache.ts';

type Page = RenderResult<string>;

const page = async (text: string, options: { tags?: string[]; freshMs?: number; staleMs?: number } = {}) => {
  const answer = await toCachedResponse({ status: 200, bytes: new TextEncoder().encode(text), headers: {} });
  return { kind: 'page', answer, tags: [], freshMs: 1_000, staleMs: 10_000, ...options } satisfies Page;
};

const textOf = (found: { answer: { forms: { identity: { bytes: Uint8Array } } } } | null): string | null =>
  found && new TextDecoder().decode(found.answer.forms.identity.bytes);

/** A cache with a clock of its own, and a page that the test finishes when it likes. */
const openCache = (bounds: { maxEntries?: number; maxBytes?: number } = {}) => {
  let at = 0;
  const asked: { key: string; finish: (made: Page) => void; fail: (error: Error) => void }[] = [];
  const cache = createResponseCache<string>({
    make: (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      asked.push({ key, finish: resolve, fail: reject });
      return promise;
    },
    now: () => at,
    ...bounds,
  });
  const fill = async (key: string, made: Page): Promise<void> => {
    const making = cache.make(key);
    asked.at(-1)?.finish(made);
    await making;
  };
  return {
    cache,
    asked,
    fill,
    pass: (ms: number) => {
      at += ms;
    },
  };
};

test('a hundred visitors of a cold page wait for one rendering', async () => {
  const { cache, asked } = openCache();
  const visits = Promise.all(Array.from({ length: 100 }, () => cache.make('/')));
  expect(asked).toHaveLength(1);
  asked[0]?.finish(await page('made once'));

  for (const made of await visits) expect(made.kind === 'page' && textOf(made)).toBe('made once');
  expect(cache.find('/')?.state).toBe('hit');
  expect(cache.metrics()).toMatchObject({ misses: 100, renders: 1, hits: 1, entries: 1 });
});

test('a page that is not fresh any more is handed out while one new one is made', async () => {
  const { cache, asked, fill, pass } = openCache();
  await fill('/', await page('old'));
  pass(1_000);

  expect(cache.find('/')?.state).toBe('stale');
  expect(textOf(cache.find('/'))).toBe('old');
  expect(asked).toHaveLength(2);
  asked[1]?.finish(await page('new'));
  await expect.poll(() => textOf(cache.find('/'))).toBe('new');
  expect(cache.find('/')?.state).toBe('hit');
});

test('a page that nobody asked for in a long time is made before it is shown', async () => {
  const { cache, fill, pass } = openCache();
  await fill('/', await page('old'));
  pass(11_000);

  expect(cache.find('/')).toBeNull();
});

test('a page that cannot be made anew stays, however old it is', async () => {
  const { cache, asked, fill, pass } = openCache();
  await fill('/', await page('old'));
  pass(60_000);
  const making = cache.make('/');
  asked[1]?.fail(new Error('broken'));

  const made = await making;
  expect(made.kind === 'page' && textOf(made)).toBe('old');
});

test('a page that was never made well fails for its visitors, and is tried again for the next', async () => {
  const { cache, asked } = openCache();
  const making = cache.make('/');
  asked[0]?.fail(new Error('broken'));

  await expect(making).rejects.toThrow('broken');
  void cache.make('/');
  expect(asked).toHaveLength(2);
});

test('a purge drops the pages that show the content, and no others', async () => {
  const { cache, fill } = openCache();
  await fill('/faq', await page('questions', { tags: ['faq', 'faqpage'] }));
  await fill('/news', await page('news', { tags: ['posts'] }));
  cache.purge(['faq']);

  expect(cache.find('/faq')).toBeNull();
  expect(textOf(cache.find('/news'))).toBe('news');
  cache.purge(null);
  expect(cache.metrics()).toMatchObject({ entries: 0, bytes: 0 });
});

test('what is being made while its content is purged is shown to who waits, and to nobody after', async () => {
  const { cache, asked } = openCache();
  const before = cache.make('/faq');
  cache.purge(['faq']);
  const after = cache.make('/faq');
  expect(asked).toHaveLength(2);

  asked[1]?.finish(await page('new', { tags: ['faq'] }));
  await after;
  asked[0]?.finish(await page('old', { tags: ['faq'] }));
  await before;
  expect(textOf(cache.find('/faq'))).toBe('new');
});

test('what is no page is not kept, and ends what was kept there', async () => {
  const { cache, asked, fill, pass } = openCache();
  await fill('/gone', await page('here'));
  pass(1_000);
  expect(cache.find('/gone')?.state).toBe('stale');
  asked[1]?.finish({ kind: 'other', other: 'no such page' });
  await expect.poll(() => cache.find('/gone')).toBeNull();

  for (let number = 0; number < 1_000; number += 1) await fill(`/${number}`, { kind: 'other', other: 'no such page' });
  expect(cache.metrics()).toMatchObject({ entries: 0, bytes: 0 });
});

test('entries and bytes are bounded', async () => {
  const many = openCache({ maxEntries: 10 });
  for (let number = 0; number < 50; number += 1) await many.fill(`/${number}`, await page('a page'));
  expect(many.cache.metrics().entries).toBe(10);

  const large = openCache({ maxBytes: 100_000 });
  for (let number = 0; number < 50; number += 1) await large.fill(`/${number}`, await page('x'.repeat(10_000)));
  expect(large.cache.metrics().bytes).toBeLessThanOrEqual(100_000);
  expect(large.cache.metrics().entries).toBeGreaterThan(1);
});

test('a page that is never fresh is not kept', async () => {
  const { cache, fill } = openCache();
  await fill('/', await page('passing', { freshMs: 0, staleMs: 0 }));

  expect(cache.find('/')).toBeNull();
});
