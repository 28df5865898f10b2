import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createErrorPages } from '../../../../src/framework/render/error-pages.ts';
import { createPageDirectory } from '../../../../src/framework/render/page-directory.ts';
import { createPageHandler } from '../../../../src/framework/render/page-handler.ts';
import { toPageRequest } from '../../../../src/framework/render/page-request.ts';
import { createRenderer } from '../../../../src/framework/render/renderer.ts';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';

const VERSION = 'abcdefghijklmnop';

const validateRoute = vi.fn(() => true);
const loaders = {
  './pages/index.tsx': async () => ({ default: () => null, validateRoute }),
  './pages/news.tsx': async () => ({ default: () => null, parameters: { page: 'cache', q: 'bypass' } }),
  './pages/[slug].tsx': async () => ({
    default: () => null,
    readContent: async ({ slug }: { slug: string }) => (slug === 'imprint' ? { slug } : null),
  }),
  './pages/gone.tsx': async () => ({
    default: () => null,
    validateRoute: () => ({ statusCode: 410, message: 'Gone' }),
  }),
  './pages/_api/robots.txt.ts': async () => ({ GET: async () => new Response('') }),
};

const openSite = async () => {
  const rendered: string[] = [];
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    processRequest: async ({ url }) => {
      rendered.push(url.replace('https://site.example', ''));
      return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } });
    },
    isProduction: true,
    url: 'https://site.example',
    document: { versionPollS: 60, speculationRules: '' },
    preview: { isActive: () => false },
    payloads,
  });
  const errorPages = createErrorPages({
    render: async ({ message }) => ({ html: `<h1>${message}</h1>`, headers: {} }),
  });
  const handler = createPageHandler<string>({
    pages: createPageDirectory(loaders),
    renderer,
    payloads,
    content: {
      track: async (read) => ({
        value: await read(),
        use: { tags: new Set(['pages']), oldest: Infinity, isCertain: true },
      }),
      withBudget: (read) => read(),
      invalidate: () => undefined,
    },
    settings: { trailingSlash: false, ttlS: 60 },
    errorPages,
    findRedirect: async (path, query) =>
      path === '/moved' ? { location: `/imprint?${query}`, status: 301, tags: ['redirects'] } : null,
    preview: {
      draftOf: (cookies) => (cookies === 'preview=1' ? 'draft' : null),
      run: (_draft, render) => render(),
    },
    shared: () => null,
  });
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site.example');
    const parsed = { kind: 'page', pathname, search, page: toPageRequest(pathname, search), address: '' } as const;
    void handler.answer(parsed, request, response, () => response.writeHead(299).end('next'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const fetchPath = async (path: string, init?: RequestInit) => {
    const response = await fetch(origin + path, init);
    const state = /desc=(\w+)/.exec(response.headers.get('server-timing') ?? '')?.[1];
    return { status: response.status, state, headers: response.headers, text: await response.text() };
  };
  return { fetchPath, rendered, handler, payloads };
};

test('a page is rendered once and then served from the cache, even if the query has undeclared parameters', async () => {
  const { fetchPath, rendered, handler } = await openSite();

  expect(await fetchPath('/imprint')).toMatchObject({ status: 200, state: 'miss', text: '<p>page</p>' });
  expect(await fetchPath('/imprint?utm_source=mail')).toMatchObject({ status: 200, state: 'hit' });
  expect(rendered).toEqual(['/imprint']);
  expect(handler.find('/imprint')?.state).toBe('hit');
  handler.purge(['pages']);
  expect(await fetchPath('/imprint')).toMatchObject({ state: 'miss' });
});

test('each value of a cached parameter has its own document and payload, and undeclared parameters are ignored', async () => {
  const { fetchPath, rendered } = await openSite();
  await fetchPath('/news?page=2');
  await fetchPath('/news?page=3');
  await fetchPath('/RSC/R/news.txt?query=page%3D2');

  expect(await fetchPath('/news?x=1&page=2')).toMatchObject({ state: 'hit' });
  expect(rendered).toEqual(['/news?page=2', '/news?page=3', '/RSC/R/news.txt?query=page%3D2']);
});

test('a page is validated when it is rendered, but not when it is served from the cache', async () => {
  validateRoute.mockClear();
  const { fetchPath } = await openSite();
  await fetchPath('/');
  await fetchPath('/');

  expect(validateRoute).toHaveBeenCalledExactlyOnceWith({ path: '/', query: '' });
});

test.each([
  ['a search', '/news?q=x', {}],
  ['a form', '/news', { method: 'POST' }],
  ['a preview', '/news', { headers: { cookie: 'preview=1' } }],
  ['an endpoint', '/robots.txt', {}],
  ['a server action', '/RSC/F/a/b.txt', {}],
  ['the payload of the error page', '/RSC/R/404.txt', {}],
  ['a path of Waku', '/_internal', {}],
])('%s bypasses the cache', async (_, path, init) => {
  expect(await (await openSite()).fetchPath(path, init)).toMatchObject({ status: 299, text: 'next' });
});

test.each([
  ['/a/b', 404, '<h1>Page not found: /a/b</h1>'],
  ['/made-up?x=1', 404, '<h1>Page not found: /made-up?x=1</h1>'],
  ['/gone', 410, '<h1>Gone</h1>'],
  ['/RSC/R/made-up.txt', 404, 'Not Found'],
  ['/RSC/R/a/b.txt', 404, 'Not Found'],
])('%s is answered with %i without a render', async (path, status, text) => {
  const { fetchPath, rendered } = await openSite();

  expect(await fetchPath(path)).toMatchObject({ status, text });
  expect(rendered).toEqual([]);
});

test('a stored payload is served; an unknown one is left to the next handler', async () => {
  const { fetchPath, payloads } = await openSite();
  payloads.add({ version: VERSION, text: '0:[]' }, { isLongLived: true });

  expect(await fetchPath(`/payloads/${VERSION}.txt`)).toMatchObject({ status: 200, text: '0:[]' });
  expect(await fetchPath('/payloads/ponmlkjihgfedcba.txt')).toMatchObject({ status: 299 });
});

test('the redirect of a path without a page may be cached for five minutes; requests for its payload get 410', async () => {
  const { fetchPath } = await openSite();
  const moved = await fetchPath('/moved?utm_source=mail', { redirect: 'manual' });

  expect(moved.status).toBe(301);
  expect(Object.fromEntries(moved.headers)).toMatchObject({
    location: '/imprint?utm_source=mail',
    'cache-control': 'public, max-age=300',
    'cache-tag': 'redirects',
  });
  expect(await fetchPath('/RSC/R/moved.txt')).toMatchObject({ status: 410 });
  expect(await fetchPath('/moved/_payload.json')).toMatchObject({ status: 410 });
});
