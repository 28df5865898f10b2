import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordContent } from '../../../src/framework/context.ts';
import { registry } from '../../../src/framework/metrics-registry.ts';
import { renderBy } from '../../support/fake-waku.ts';
import { toFormData } from '../../support/form-data.ts';
import { openSite } from '../../support/open-site.ts';

const Page = () => null;
const html = (text: string, status = 200): Response =>
  new Response(`<!DOCTYPE html><html><head></head><body>${text}</body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });

const listed = new Set(['imprint']);
const validateRoute = vi.fn(() => true);
const readImprint = vi.fn(async ({ slug }: { slug: string }) => (listed.has(slug) ? { slug } : null));

const pages = {
  './pages/404.tsx': async () => ({ default: Page }),
  './pages/index.tsx': async () => ({ default: Page, validateRoute }),
  './pages/faq.tsx': async () => ({
    default: Page,
    content: async () => ({ groups: [] }),
    parameters: { q: 'bypass' },
  }),
  './pages/news.tsx': async () => ({ default: Page, parameters: { page: 'cache', q: 'bypass' } }),
  './pages/[slug].tsx': async () => ({
    default: Page,
    content: readImprint,
    exists: async (props: { slug: string }) => (await readImprint(props)) !== null,
  }),
  './pages/gone.tsx': async () => ({ default: Page, validateRoute: () => ({ statusCode: 410, message: 'Gone' }) }),
  './pages/refused.tsx': async () => ({ default: Page, validateRoute: () => false }),
  './pages/form.tsx': async () => ({ default: Page, revalidate: 1 }),
  './pages/_api/robots.txt.ts': async () => ({ GET: async () => new Response('User-agent: *') }),
  './pages/_api/missing.ics.ts': async () => ({ GET: async () => new Response('Not Found', { status: 404 }) }),
  './pages/_api/broken.xml.ts': async () => ({
    GET: async () => {
      throw new Error('broken');
    },
  }),
};

afterEach(() => {
  vi.clearAllMocks();
});

describe('a page', () => {
  test('is rendered once and then served from the cache, even if the query has undeclared parameters', async () => {
    const { get, takeRendered } = openSite({ pages });

    expect(await get('/?utm_source=x')).toMatchObject({ status: 200, text: expect.stringContaining('/') });
    expect((await get('/')).headers.get('server-timing')).toBe('cache;desc=hit');
    expect(takeRendered()).toEqual(['/']);
    expect(validateRoute).toHaveBeenCalledTimes(1);
  });

  test('has one cached document and payload for each value of a cached parameter', async () => {
    const { get, takeRendered } = openSite({ pages });
    for (const path of ['/news?page=2', '/news?page=2&x=1', '/RSC/R/news.txt?query=page%3D2', '/news']) await get(path);

    expect(takeRendered()).toEqual(['/news?page=2', '/RSC/R/news.txt?query=page%3D2', '/news']);
  });

  test('is rendered for each request if the query has a parameter that can have any value', async () => {
    const { get, takeRendered } = openSite({ pages });
    for (let count = 0; count < 2; count += 1) await get('/news?q=payout&page=2&other=1');

    expect(takeRendered()).toEqual(['/news?page=2&q=payout', '/news?page=2&q=payout']);
  });

  test('is answered with 304 if the client has it, and without a body for HEAD', async () => {
    const { get, send } = openSite({ pages });
    const etag = (await get('/')).headers.get('etag') ?? '';
    const head = await send('/', { method: 'HEAD' });

    expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test('is read once: its content decides whether it exists, and is its payload as JSON', async () => {
    const { get } = openSite({ pages });

    expect((await get('/imprint')).status).toBe(200);
    expect(readImprint).toHaveBeenCalledTimes(1);
    expect(JSON.parse((await get('/imprint/_payload.json')).text)).toEqual({ slug: 'imprint' });
    expect((await get('/unknown')).status).toBe(404);
    expect((await get('/unknown/_payload.json')).status).toBe(404);
    expect((await get('/form/_payload.json')).status).toBe(404);
  });

  test('that always exists requests its content while its head is read', async () => {
    const { promise: isRequested, resolve } = Promise.withResolvers<void>();
    const { get } = openSite({
      pages: {
        './pages/prices.tsx': async () => ({
          default: Page,
          head: () => isRequested,
          content: async () => {
            resolve();
            throw new Error('The CMS has no prices.');
          },
        }),
      },
    });

    expect((await get('/prices')).status).toBe(200);
  });

  test('that throws is rendered once, and answered with the error page', async () => {
    const { get, takeRendered } = openSite({ pages });
    const failing = vi.fn(async () => new Response('', { status: 500 }));
    renderBy(failing);
    const { status, text } = await get('/');

    expect(status).toBe(500);
    expect(text).toContain('<h1>Internal Server Error</h1>');
    expect(failing).toHaveBeenCalledTimes(1);
    expect(takeRendered()).toEqual(['/', '/404']);
    expect(await registry.metrics()).toContain('renders_total{for="shared",outcome="failed"} 1\n');
    await get('/faq?q=a');
    expect(failing).toHaveBeenCalledTimes(2);
  });

  test('with a revalidate time is not cached by CDNs, others are tagged with their content', async () => {
    const { get } = openSite({ pages });
    renderBy(async () => {
      recordContent({ tags: new Set(['faq', 'faq:1']), oldest: performance.now(), isCertain: true });
      return html('a page');
    });

    expect((await get('/form')).headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
    expect(Object.fromEntries((await get('/faq')).headers)).toMatchObject({
      'cache-control': expect.stringContaining('s-maxage=60'),
      'cdn-cache-control': expect.stringContaining('max-age=60'),
      'cache-tag': 'faq,faq%3A1',
      'surrogate-key': 'faq faq%3A1',
    });
  });

  test('with stale content is cached by CDNs only until it is rendered again', async () => {
    const { get } = openSite({ pages });
    renderBy(async () => {
      recordContent({ tags: new Set(['faq']), oldest: -Infinity, isCertain: false });
      return html('a page');
    });

    const { headers } = await get('/faq');
    expect(headers.get('cdn-cache-control')).toMatch(/^public, max-age=1, stale-while-revalidate=600,/);
    expect(headers.get('cache-control')).toContain('s-maxage=1,');
  });
});

describe('a path without a page', () => {
  test.each([
    ['/unknown?x=1', 404, 'Page not found: /unknown?x=1'],
    ['/refused', 404, 'Page Not Found: /refused'],
    ['/gone', 410, 'Gone'],
    ['/picture.png', 404, 'Page not found: /picture.png'],
  ])('%s has the status %i and the message %s', async (path, status, message) => {
    const { get } = openSite({ pages });

    expect(await get(path, { accept: 'text/html' })).toMatchObject({ status, text: expect.stringContaining(message) });
  });

  test('is answered in the format that the client expects', async () => {
    const { get } = openSite({ pages });
    const typeOf = async (path: string, headers = {}) => (await get(path, headers)).headers.get('content-type');

    expect(await typeOf('/unknown')).toMatch('text/html');
    expect(await typeOf('/RSC/R/unknown.txt', { accept: 'text/html' })).toMatch('text/plain');
    expect(await typeOf('/picture.png')).toMatch('text/plain');
    expect(await typeOf('/missing.ics')).toBe('application/json');
    expect(await typeOf('/missing.ics', { accept: 'text/html' })).toMatch('text/html');
  });

  test('may be redirected for five minutes; requests for its payload get 410', async () => {
    const { get } = openSite({
      pages,
      routing: {
        findRedirect: async (path) => (path === '/old' ? { location: '/faq', status: 301, tags: ['redirects'] } : null),
      },
    });
    const { status, headers } = await get('/old');

    expect({ status, location: headers.get('location'), cache: headers.get('cache-control') }).toEqual({
      status: 301,
      location: '/faq',
      cache: 'public, max-age=300',
    });
    expect(headers.get('cache-tag')).toBe('redirects');
    expect((await get('/RSC/R/old.txt')).status).toBe(410);
  });

  test.each([
    ['/event', 'cached'],
    ['/event?q=a', 'rendered for each request'],
    ['/event.ics', 'of an endpoint'],
  ])('gets 503 with Retry-After while the CMS does not answer: %s, %s', async (path) => {
    const useStaleContent = (): void => recordContent({ tags: new Set(), oldest: performance.now(), isCertain: false });
    const exists = async () => {
      useStaleContent();
      return false;
    };
    const GET = async () => {
      useStaleContent();
      return new Response('Not Found', { status: 404 });
    };
    const { get } = openSite({
      pages: {
        './pages/[slug].tsx': async () => ({ default: Page, exists, parameters: { q: 'bypass' } }),
        './pages/_api/event.ics.ts': async () => ({ GET }),
      },
    });
    const { status, headers, text } = await get(path, { accept: 'text/html' });

    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('60');
    expect(text).toContain(`Not available at the moment: ${path}`);
  });

  test('is reported by a component that finds nothing', async () => {
    const { get } = openSite({ pages });
    renderBy(async () => html('not found', 404));

    expect(await get('/faq?q=a')).toMatchObject({
      status: 404,
      text: expect.stringContaining('Page not found: /faq?q=a'),
    });
  });
});

describe('the RSC payload', () => {
  test('of the error page is rendered at its own URL; that of an unknown page is 404', async () => {
    const { get } = openSite({ pages });

    expect(await get('/RSC/R/404.txt')).toMatchObject({ status: 200, text: 'payload of /RSC/R/404.txt' });
    for (const path of ['/RSC/R/no/such.txt', '/RSC/other.txt', '/RSC/R/faq'])
      expect((await get(path)).status, path).toBe(404);
    for (const path of ['/no/such/page', '//other.example/', '/%5C['])
      expect((await get(`/payloads/abcdefghijklmnop.txt?path=${path}`)).status, path).toBe(404);
  });

  test('of a document that was evicted is rendered again, with its version in a header', async () => {
    for (const [path, trailingSlash] of [['/faq', false] as const, ['/faq/', true] as const]) {
      const { get } = openSite({ pages, settings: { trailingSlash } });
      const { status, headers, text } = await get(`/payloads/abcdefghijklmnop.txt?path=${path}`);

      expect(status, path).toBe(200);
      expect(headers.get('x-payload-version')).toMatch(/ [\w-]{16}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toBe('payload of /RSC/R/faq.txt');
    }
  });
});

test('an endpoint answers GET and HEAD; one that throws responds with 500, without the text of its error', async () => {
  const { get, send } = openSite({ pages });
  const head = await send('/robots.txt', { method: 'HEAD' });

  expect((await get('/robots.txt')).text).toBe('User-agent: *');
  expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
  expect(await get('/broken.xml')).toMatchObject({
    status: 500,
    text: '{"statusCode":500,"statusMessage":"Internal Server Error"}',
  });
});

test.each([
  ['audio/mpeg', 'cross-origin'],
  ['application/pdf', 'same-origin'],
])('other origins may show a streamed file of type %s: %s', async (type, policy) => {
  const headers = { 'accept-ranges': 'bytes', 'content-type': type };
  const { get } = openSite({
    pages: { './pages/_api/files/[...path].ts': async () => ({ GET: async () => new Response('ID3', { headers }) }) },
  });

  expect((await get('/files/talk')).headers.get('cross-origin-resource-policy')).toBe(policy);
});

describe('a form', () => {
  const post = (fields: Record<string, string | Blob>) => ({ method: 'POST', body: toFormData(fields) });

  test('without an action of this build never reaches Waku', async () => {
    const { send, takeRendered } = openSite({ pages });
    const response = await send('/form', post({ name: 'Ada' }));

    expect(response.status).toBe(400);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('This form could not be read.');
    expect(takeRendered()).toEqual(['/404']);
  });

  test('that is too large gets an error page; a call of an action gets plain text', async () => {
    const { send } = openSite({ pages });
    const large = post({ file: new Blob(['x'.repeat(1_300_000)]) });

    const page = await send('/form', large);
    expect(page.status).toBe(413);
    expect(await page.text()).toContain('This is too large.');
    const call = await send('/RSC/F/abc/send.txt', { method: 'POST', body: 'x'.repeat(70_000) });
    expect(call.status).toBe(413);
    expect(call.headers.get('content-type')).toMatch('text/plain');
  });
});

test('a render that finds the render queue full is answered with 503 and Retry-After', async () => {
  const { get } = openSite({ pages });
  const finished = Promise.withResolvers<Response>();
  renderBy(() => finished.promise.then((response) => response.clone()));
  const waiting = Array.from({ length: 51 }, (_, at) => get(`/faq?q=${at}`));
  const { status, headers } = await get('/faq?q=more');
  finished.resolve(html('a page'));

  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('2');
  expect(headers.get('cache-control')).toBe('no-store');
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
});
