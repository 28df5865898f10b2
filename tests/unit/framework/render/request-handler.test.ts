import { expect, test, vi } from 'vitest';
import { createErrorPages } from '../../../../src/framework/render/error-pages.ts';
import { toPayloadVersion } from '../../../../src/framework/render/html-document.ts';
import { createPageDirectory } from '../../../../src/framework/render/page-directory.ts';
import { RenderQueueFullError } from '../../../../src/framework/render/render-queue.ts';
import { createRenderer, type ProcessRequest } from '../../../../src/framework/render/renderer.ts';
import { createRequestHandler } from '../../../../src/framework/render/request-handler.ts';
import { setRouteFailure } from '../../../../src/framework/render/route-failure.ts';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';

const VERSION = 'abcdefghijklmnop';
const failure = { statusCode: 404, message: 'Page not found: /a' };

const loaders = {
  './pages/faq.tsx': async () => ({ default: () => null, readContent: async () => ({ groups: [] }) }),
  './pages/plain.tsx': async () => ({ default: () => null }),
  './pages/_api/robots.txt.ts': async () => ({ GET: async () => new Response('User-agent: *') }),
  './pages/_api/missing.ics.ts': async () => ({ GET: async () => new Response('Not Found', { status: 404 }) }),
  './pages/_api/broken.xml.ts': async () => ({
    GET: async () => {
      throw new Error('broken');
    },
  }),
};

const htmlResponse = (html: string, status = 200) =>
  new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

const openHandler = (
  processRequest: ProcessRequest = async () => htmlResponse('<p>page</p>'),
  { isProduction = true } = {},
) => {
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    processRequest,
    isProduction,
    url: 'https://site.example',
    document: { versionPollS: 60, speculationRules: '' },
    preview: { isActive: () => false },
    payloads,
  });
  const errorPages = createErrorPages({
    render: async ({ message }) => ({ html: `<h1>${message}</h1>`, headers: { 'content-type': 'text/html' } }),
  });
  const handle = createRequestHandler({
    renderer,
    errorPages,
    pages: createPageDirectory(loaders),
    payloads,
    hasAction: async (id) => id === 'abc#send',
    content: { withBudget: (read) => read() },
    isPreview: () => false,
    isProduction,
    tooLargeMessage: 'This is too large.',
  });
  const handlePath = async (path: string, init?: RequestInit) => {
    const response = await handle(new Request(`https://site.example${path}`, init));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { handlePath, payloads };
};

test('a document is rendered', async () => {
  expect(await openHandler().handlePath('/plain')).toMatchObject({ status: 200, text: '<p>page</p>' });
});

test.each<[string, ProcessRequest, { status: number; text: string }]>([
  ['Waku has no response', async () => null, { status: 404, text: '<h1>Page not found: /a?x=1</h1>' }],
  [
    'the render fails',
    async () => Promise.reject(new Error('x')),
    { status: 500, text: '<h1>Internal Server Error</h1>' },
  ],
  [
    'the page reports a failure',
    async (request) => {
      setRouteFailure(request, failure);
      return new Response(null, { status: 404 });
    },
    { status: 404, text: '<h1>Page not found: /a</h1>' },
  ],
])('the error page is shown if %s', async (_, processRequest, expected) => {
  expect(await openHandler(processRequest).handlePath('/a?x=1')).toMatchObject(expected);
});

test('an endpoint answers GET and HEAD, and its 404 is replaced by the error page', async () => {
  const { handlePath } = openHandler();

  expect(await handlePath('/robots.txt')).toMatchObject({ status: 200, text: 'User-agent: *' });
  expect(await handlePath('/robots.txt', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  expect(await handlePath('/missing.ics')).toMatchObject({
    status: 404,
    text: '<h1>Page not found: /missing.ics</h1>',
  });
});

test('an endpoint that throws responds with 500, without the text of its error', async () => {
  const { status, text } = await openHandler().handlePath('/broken.xml');

  expect(status).toBe(500);
  expect(JSON.parse(text)).toEqual({ statusCode: 500, statusMessage: 'Internal Server Error' });
});

test('the content of a page is JSON', async () => {
  expect((await openHandler().handlePath('/faq/_payload.json')).text).toBe('{"groups":[]}');
});

test('a payload whose page fails is 404 and not the payload of the error page, which has its own URL', async () => {
  const { handlePath } = openHandler(async (request) => {
    setRouteFailure(request, failure);
    return new Response('0:"error page"');
  });

  expect(await handlePath('/RSC/R/a.txt')).toMatchObject({ status: 404, text: 'Not Found' });
  expect(await handlePath('/RSC/R/404.txt')).toMatchObject({ status: 200, text: '0:"error page"' });
});

test('a stored payload is immutable', async () => {
  const { handlePath, payloads } = openHandler();
  payloads.add({ version: VERSION, text: '0:[]' }, { isLongLived: true });
  const { text, headers } = await handlePath(`/payloads/${VERSION}.txt`);

  expect(text).toBe('0:[]');
  expect(headers.get('cache-control')).toContain('immutable');
});

test('an evicted payload is rendered again, with its new version in a header', async () => {
  const urls: string[] = [];
  const { handlePath } = openHandler(async ({ url }) => {
    urls.push(url);
    return new Response('0:[]');
  });
  const { text, headers } = await handlePath(`/payloads/${VERSION}.txt?path=${encodeURIComponent('/news?page=2')}`);

  expect(urls).toEqual(['https://site.example/RSC/R/news.txt?query=page%3D2']);
  expect(text).toBe('0:[]');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-payload-version')?.split(' ')[1]).toBe(toPayloadVersion('0:[]'));
});

test.each(['', '?path=//other.example/', '?path=faq'])('no payload is rendered for "%s"', async (search) => {
  expect(await openHandler().handlePath(`/payloads/${VERSION}.txt${search}`)).toMatchObject({ status: 404 });
});

test('calls of unknown actions and forms without an action never reach Waku', async () => {
  const processRequest = vi.fn(async () => htmlResponse(''));
  const { handlePath } = openHandler(processRequest);

  expect(await handlePath('/RSC/F/abc/other.txt', { method: 'POST', body: '[]' })).toMatchObject({ status: 404 });
  expect(await handlePath('/plain', { method: 'POST', body: new FormData() })).toMatchObject({ status: 400 });
  expect(processRequest).not.toHaveBeenCalled();
});

test('a form that is too large gets an error page; a call of an action gets JSON', async () => {
  const { handlePath } = openHandler();
  const form = new FormData();
  form.append('list', 'x'.repeat(2_000_000));

  expect(await handlePath('/plain', { method: 'POST', body: form })).toMatchObject({
    status: 413,
    text: '<h1>This is too large.</h1>',
  });
  expect((await handlePath('/RSC/F/abc/send.txt', { method: 'POST', body: form })).text).toContain('Payload Too Large');
});

test('a client that disconnects while it sends a form is not an error', async () => {
  const client = new AbortController();
  const body = new ReadableStream({
    pull: (controller) => {
      client.abort();
      controller.error(new Error('aborted'));
    },
  });
  const init = { method: 'POST', body, duplex: 'half', signal: client.signal } as const;

  expect(await openHandler().handlePath('/plain', init)).toMatchObject({ status: 499, text: '' });
});

test('if the render queue is full, the response is 503 with Retry-After', async () => {
  const { handlePath } = openHandler(async () => {
    throw new RenderQueueFullError('full');
  });
  const page = await handlePath('/plain');
  expect(page).toMatchObject({ status: 503, text: '<h1>Too many visitors at once</h1>' });
  expect(page.headers.get('retry-after')).toBe('2');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect((await handlePath('/RSC/R/plain.txt')).text).toBe('Too many visitors at once');
});

test('in development a page that fails is answered with the document of Waku, from which the browser shows the error', async () => {
  const failing: ProcessRequest = async () => htmlResponse('<script>payload</script>', 500);

  expect(await openHandler(failing).handlePath('/faq')).toMatchObject({
    status: 500,
    text: '<h1>Internal Server Error</h1>',
  });
  const inDevelopment = await openHandler(failing, { isProduction: false }).handlePath('/faq');
  expect(inDevelopment).toMatchObject({ status: 500, text: '<script>payload</script>' });
});
