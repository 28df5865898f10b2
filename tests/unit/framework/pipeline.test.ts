import { describe, expect, test } from 'vitest';
import { openSite } from '../../support/open-site.ts';

const Page = () => null;
const pages = {
  './pages/404.tsx': async () => ({ default: Page }),
  './pages/index.tsx': async () => ({ default: Page }),
  './pages/faq.tsx': async () => ({ default: Page }),
  './pages/moved.tsx': async () => ({ default: Page }),
};
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const FOREIGN = { origin: 'https://evil.test' };

const open = (options: Partial<Parameters<typeof openSite>[0]> = {}) =>
  openSite({
    pages,
    routing: {
      toCanonicalPath: (path) => path.toLowerCase(),
      redirectOf: (path) => (path === '/moved' ? 'https://blog.example.com/' : null),
    },
    endpoints: {
      '/mail/send': async (c) => new Response(`${c.req.method} from ${c.get('address')}`),
    },
    ...options,
  });

describe('a URL', () => {
  test('of a page is redirected to its canonical form, and caches may store the redirect for an hour', async () => {
    const { status, headers } = await open().get('/FAQ/?q=Abc');

    expect({ status, location: headers.get('location'), cache: headers.get('cache-control') }).toEqual({
      status: 308,
      location: '/faq?q=Abc',
      cache: 'public, max-age=3600',
    });
  });

  test('of more than 8,000 characters is rejected', async () => {
    const { get } = open({ messages: { urlTooLong: 'A shorter list, please.' } });

    expect((await get(`/?list=${'a'.repeat(7_993)}`)).status).toBe(200);
    expect(await get(`/?list=${'a'.repeat(7_994)}`)).toMatchObject({
      status: 414,
      text: expect.stringContaining('A shorter list, please.'),
    });
  });

  test('that is malformed gets the error page, with at most 200 of its characters', async () => {
    const { status, text } = await open().get(`/%zz${'a'.repeat(300)}`);

    expect(status).toBe(404);
    expect(text).toContain(`Page not found: /%zz${'a'.repeat(196)}<`);
  });

  test('of a page on another site is redirected for five minutes; requests for its payload get 410', async () => {
    const { status, headers } = await open().get('/moved');

    expect({ status, location: headers.get('location'), cache: headers.get('cache-control') }).toEqual({
      status: 307,
      location: 'https://blog.example.com/',
      cache: 'public, max-age=300',
    });
    expect((await open().get('/RSC/R/moved.txt')).status).toBe(410);
  });
});

describe('a request', () => {
  test.each(['user@host', ''])('with the host "%s" is rejected', async (host) => {
    const { status, headers } = await open().get('/', { host });

    expect(status).toBe(400);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('of a client over its limit gets 429 for pages and endpoints, but not for assets and health checks', async () => {
    const site = open({ settings: { rateLimitPerMinute: 30, trustProxy: ['127.0.0.1'] } });
    const client = { 'x-forwarded-for': '198.51.100.7' };
    const get = (path: string) => site.get(path, client);
    for (let count = 0; count < 30; count += 1) await get('/faq');
    const page = await get('/faq');
    const endpoint = await get('/mail/send');

    expect(page).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests.') });
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(endpoint).toMatchObject({ status: 429, text: expect.stringContaining('"statusCode":429') });
    expect((await get('/RSC/R/faq.txt')).text).toBe('Too Many Requests');
    expect((await get('/assets/a.js')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/assets/..%2fpackage.json')).status).toBe(429);
    for (const path of ['/assets/a.js', '/healthz'])
      expect((await site.send(path, { method: 'POST', headers: { ...client, ...FOREIGN } })).status, path).toBe(429);
  });

  test('for an endpoint counts as a render if it takes as long', async () => {
    const GET = async () => new Response('');
    const { get } = open({
      pages: {
        ...pages,
        './pages/_api/feed.xml.ts': async () => ({ GET, isRendered: true }),
        './pages/_api/robots.txt.ts': async () => ({ GET }),
      },
      settings: { rateLimitPerMinute: 300, trustProxy: ['127.0.0.1'] },
    });
    const client = { 'x-forwarded-for': '198.51.100.8' };
    for (let count = 0; count < 20; count += 1) expect((await get('/feed.xml', client)).status).toBe(200);

    expect((await get('/feed.xml', client)).status).toBe(429);
    expect((await get('/robots.txt', client)).status).toBe(200);
  });

  test('without a connection, such as those of the build, has no limit', async () => {
    const { get } = open({ settings: { rateLimitPerMinute: 30 } });
    for (let count = 0; count < 30; count += 1) await get('/faq');

    expect((await get('/faq')).status).toBe(200);
  });

  test('from another website cannot send a form, call an action or use an endpoint, but may read', async () => {
    const { send, get } = open();
    const statusOf = async (path: string, headers = {}) =>
      (await send(path, { method: 'POST', headers: { ...FORM, ...FOREIGN, ...headers } })).status;

    expect(await statusOf('/faq')).toBe(403);
    expect(await statusOf('/RSC/F/abc/send.txt')).toBe(403);
    expect(await statusOf('/mail/send')).toBe(403);
    expect(await statusOf('/mail/send', { origin: 'https://site.example' })).toBe(200);
    expect(await statusOf('/api/preview/unsaved')).toBe(404);
    expect((await get('/faq', FOREIGN)).status).toBe(200);
  });

  test.each([
    ['PUT', '/faq', {}, 405, 'GET, HEAD, POST'],
    ['POST', '/faq', {}, 415, 'GET, HEAD, POST'],
    ['POST', '/faq', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'GET, HEAD, POST'],
    ['DELETE', '/favicon.ico', {}, 405, 'GET, HEAD'],
    ['POST', '/RSC/R/faq.txt', FORM, 405, 'GET, HEAD'],
    ['GET', '/RSC/F/abc/send.txt', {}, 405, 'POST'],
  ])(
    '%s %s with the headers %j is rejected with %i and the allowed methods %s',
    async (method, path, headers, status, allow) => {
      const response = await open().send(path, { method, headers });

      expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({ status, allow });
    },
  );

  test('to an endpoint may have any method, and has the address of the client', async () => {
    expect(await (await open().send('/mail/send', { method: 'DELETE' })).text()).toBe('DELETE from 127.0.0.1');
  });
});
