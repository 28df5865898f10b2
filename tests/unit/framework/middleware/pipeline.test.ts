import { request as send } from 'undici';
import { expect, test } from 'vitest';
import type { ParsedRequest } from '../../../../src/framework/middleware/parsed-request.ts';
import { createPipeline } from '../../../../src/framework/middleware/pipeline.ts';
import { createRateLimiter } from '../../../../src/framework/middleware/rate-limit.ts';
import { createClassifier } from '../../../../src/framework/middleware/request-kind.ts';
import { createRequestLog } from '../../../../src/framework/middleware/request-log.ts';
import { serveListener } from '../../../support/serve-listener.ts';

const CLIENT = '198.51.100.7';
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const FOREIGN = { origin: 'https://evil.test' };
const FROM_CLIENT = { 'x-forwarded-for': CLIENT };

type Options = { readonly isProduction?: boolean; readonly perMinute?: number };

/** A pipeline behind a trusted proxy on this machine, and the requests that reached the stage after it. */
const startPipeline = async ({ isProduction = true, perMinute = 0 }: Options = {}) => {
  const passed: ParsedRequest[] = [];
  const origins: (string | undefined)[] = [];
  const errorPages: { readonly statusCode: number; readonly message: string }[] = [];
  const pipeline = createPipeline({
    url: 'https://www.example.com',
    isProduction,
    trailingSlash: false,
    trustProxy: ['127.0.0.1'],
    routing: {
      toCanonicalPath: (path) => path.toLowerCase(),
      redirectOf: (path) => (path === '/moved' ? 'https://blog.example.com/' : null),
      findRedirect: async () => null,
      toRoutePattern: () => null,
    },
    classify: createClassifier({
      kindOfRouterUrl: (path) => (path.startsWith('/RSC/F/') ? 'action' : path.startsWith('/RSC/') ? 'payload' : null),
      hasEndpoint: (path) => path === '/mail/send',
    }),
    toPageRequest: (path, search) =>
      path.startsWith('/RSC/F/')
        ? null
        : {
            kind: path.startsWith('/RSC/') ? 'payload' : 'document',
            path: path.replace(/^\/RSC(.*)\.txt$/, '$1'),
            query: search.slice(1),
          },
    securityHeaders: { 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' },
    openLogEntry: createRequestLog(new AbortController().signal),
    limits: createRateLimiter({ perMinute }),
    endpoints: {
      '/mail/send': ({ method, headers }, response) => {
        origins.push(headers.origin);
        response.end(`${method} from ${headers['x-client-address']}`);
      },
      '/signed': (_, response) => response.end('signed'),
    },
    crossOriginPaths: new Set(['/signed']),
    health: { '/healthz': (_, response) => response.end('healthy') },
    sendErrorPage: async (_, response, failure) => {
      errorPages.push(failure);
      response.writeHead(failure.statusCode).end('an error page');
    },
    notFound: (target) => ({ statusCode: 404, message: `Page not found: ${target}` }),
  });
  const origin = await serveListener((request, response) => {
    void pipeline(request, response, (parsed) => {
      passed.push(parsed);
      origins.push(request.headers.origin);
      response.end(`page ${request.url}`);
    });
  });

  const fetchPath = async (
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' | 'PUT' = 'GET',
  ) => {
    const response = await send(origin + path, { method, headers });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
  return { passed, origins, errorPages, fetchPath };
};

test('a page request reaches the next stage with its kind, canonical path, query and client address', async () => {
  const { passed, fetchPath } = await startPipeline();
  const { status, text } = await fetchPath('/faq?topic=payouts', FROM_CLIENT);

  expect({ status, text }).toEqual({ status: 200, text: 'page /faq?topic=payouts' });
  expect(passed).toEqual([
    {
      kind: 'page',
      pathname: '/faq',
      search: '?topic=payouts',
      page: { kind: 'document', path: '/faq', query: 'topic=payouts' },
      address: CLIENT,
    },
  ]);
});

test('later stages see the canonical spelling of a path, and the query as it was sent', async () => {
  const { fetchPath } = await startPipeline();

  expect((await fetchPath('/%66aq?topic=%70ayouts')).text).toBe('page /faq?topic=%70ayouts');
});

test('every response has the security headers and a request id, including redirects and errors', async () => {
  const { fetchPath } = await startPipeline();

  for (const path of ['/faq', '/healthz', '/FAQ', `/${'x'.repeat(3_000)}`]) {
    const { headers } = await fetchPath(path, { 'x-request-id': 'given-by-a-proxy' });
    expect(headers, path.slice(0, 20)).toMatchObject({
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': 'nosniff',
      'x-request-id': 'given-by-a-proxy',
    });
  }
});

test('the development server sends no content security policy', async () => {
  const { fetchPath } = await startPipeline({ isProduction: false });
  const { headers } = await fetchPath('/faq');

  expect(headers).not.toHaveProperty('content-security-policy');
  expect(headers).toHaveProperty('x-content-type-options', 'nosniff');
});

test.each(['a b', '1.2.3.999'])('a request with the host "%s" is rejected', async (host) => {
  const { passed, fetchPath } = await startPipeline();

  expect((await fetchPath('/faq', { host })).status).toBe(400);
  expect(passed).toEqual([]);
});

test('a page is redirected to its canonical URL, and caches may store the redirect for an hour', async () => {
  const { fetchPath } = await startPipeline();
  const { status, headers } = await fetchPath('/FAQ?topic=payouts');

  expect(status).toBe(308);
  expect(headers).toMatchObject({ location: '/faq?topic=payouts', 'cache-control': 'public, max-age=3600' });
});

test('a URL of more than 2,048 characters is rejected', async () => {
  const { fetchPath } = await startPipeline();

  expect((await fetchPath(`/${'x'.repeat(2_048)}`)).status).toBe(414);
});

test('a malformed URL gets the error page, with at most 200 of its characters', async () => {
  const { errorPages, passed, fetchPath } = await startPipeline();

  expect((await fetchPath(`/%zz${'x'.repeat(300)}`)).status).toBe(404);
  expect(errorPages).toEqual([{ statusCode: 404, message: `Page not found: /%zz${'x'.repeat(196)}` }]);
  expect(passed).toEqual([]);
});

test('a redirect to another site may be cached for five minutes; requests for the RSC payload get 410', async () => {
  const { fetchPath } = await startPipeline();
  const { status, headers } = await fetchPath('/moved');

  expect(status).toBe(307);
  expect(headers).toMatchObject({ location: 'https://blog.example.com/', 'cache-control': 'public, max-age=300' });
  expect((await fetchPath('/RSC/moved.txt')).status).toBe(410);
});

test('a client over its limit gets 429 for pages and endpoints, but not for assets and health checks', async () => {
  const { passed, fetchPath } = await startPipeline({ perMinute: 1 });
  const statusOf = async (path: string, method?: 'POST') => (await fetchPath(path, FROM_CLIENT, method)).status;

  expect(await statusOf('/faq')).toBe(200);
  expect(await statusOf('/faq')).toBe(429);
  expect(await statusOf('/mail/send')).toBe(429);
  expect(await statusOf('/FAQ')).toBe(429);
  expect(await statusOf('/assets/a.js', 'POST')).toBe(429);
  expect(await statusOf('/assets/a.js')).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);
  expect((await fetchPath('/faq', { 'x-forwarded-for': '198.51.100.8' })).status).toBe(200);
  expect(passed.map(({ pathname }) => pathname)).toEqual(['/faq', '/assets/a.js', '/faq']);
});

test('a form from another website gets the error page; calls of server actions and endpoints get JSON', async () => {
  const { errorPages, passed, origins, fetchPath } = await startPipeline();
  const message = 'This form belongs to another website.';

  expect(await fetchPath('/contact', { ...FORM, ...FOREIGN }, 'POST')).toMatchObject({
    status: 403,
    text: 'an error page',
  });
  expect(errorPages).toEqual([{ statusCode: 403, message }]);
  for (const path of ['/mail/send', '/RSC/F/a/send.txt']) {
    const { status, text } = await fetchPath(path, FOREIGN, 'POST');
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 403,
      body: { statusCode: 403, statusMessage: message },
    });
  }
  expect(passed).toEqual([]);
  expect(origins).toEqual([]);
});

test('another website may post to an endpoint that verifies signatures', async () => {
  const { fetchPath } = await startPipeline();

  expect(await fetchPath('/signed', { ...FORM, ...FOREIGN }, 'POST')).toMatchObject({ status: 200, text: 'signed' });
});

test('another website may link to a page', async () => {
  const { fetchPath } = await startPipeline();

  expect((await fetchPath('/faq', { ...FOREIGN, 'sec-fetch-site': 'cross-site' })).status).toBe(200);
});

test('the Origin header of a form of this site is removed after the check', async () => {
  const { origins, fetchPath } = await startPipeline();
  const own = { origin: 'https://www.example.com' };

  expect((await fetchPath('/contact', { ...FORM, ...own }, 'POST')).status).toBe(200);
  expect((await fetchPath('/mail/send', own, 'POST')).status).toBe(200);
  expect(origins).toEqual([undefined, undefined]);
});

test('a method or content type that a URL does not allow is rejected with the list of allowed methods', async () => {
  const { passed, fetchPath } = await startPipeline();

  for (const [path, method, headers, status, allow] of [
    ['/contact', 'PUT', {}, 405, 'GET, HEAD, POST'],
    ['/contact', 'POST', { 'content-type': 'text/plain' }, 415, 'GET, HEAD, POST'],
    ['/RSC/F/a/send.txt', 'GET', {}, 405, 'POST'],
    ['/healthz', 'POST', {}, 405, 'GET, HEAD'],
  ] as const) {
    expect(await fetchPath(path, headers, method), path).toMatchObject({ status, headers: { allow } });
  }
  expect(passed).toEqual([]);
});

test('an endpoint gets requests with any method, and the address of the client in a header', async () => {
  const { fetchPath } = await startPipeline();

  expect((await fetchPath('/mail/send', { ...FROM_CLIENT, 'x-client-address': '192.0.2.1' }, 'PUT')).text).toBe(
    `PUT from ${CLIENT}`,
  );
});

test('a health check is answered before static files and pages', async () => {
  const { fetchPath } = await startPipeline();

  expect((await fetchPath('/healthz')).text).toBe('healthy');
});
