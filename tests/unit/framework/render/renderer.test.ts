import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRenderer, type ProcessRequest } from '../../../../src/framework/render/renderer.ts';
import { isNavigationRender, isRouteValidated } from '../../../../src/framework/render/request-state.ts';
import { getRouteFailure, setRouteFailure } from '../../../../src/framework/render/route-failure.ts';
import { createRscPayloadStore } from '../../../../src/framework/render/rsc-payload-store.ts';

const DOCUMENT = readFileSync(new URL('fixtures/waku-document.html', import.meta.url), 'utf8');

const htmlResponse = (html: string, status = 200) =>
  new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

const openRenderer = (processRequest: ProcessRequest, { isProduction = true, isPreview = false } = {}) => {
  const payloads = createRscPayloadStore();
  const renderer = createRenderer({
    processRequest,
    isProduction,
    url: 'https://site.example',
    document: { versionPollS: 60, speculationRules: '' },
    preview: { isActive: () => isPreview },
    payloads,
  });
  return { renderer, payloads };
};

const textOf = (rendered: { bytes: Uint8Array } | null): string => new TextDecoder().decode(rendered?.bytes);
const get = (path: string): Request => new Request(`https://site.example${path}`);

test('the request that renders a page for the cache has the origin of the site but no headers, and is marked as validated', async () => {
  const requests: Request[] = [];
  const { renderer, payloads } = openRenderer(async (request) => {
    requests.push(request);
    return htmlResponse(DOCUMENT);
  });
  const { rendered, failure } = await renderer.renderForCache('/faq?q=a', { isLongLived: true });

  expect(requests.map(({ url }) => url)).toEqual(['https://site.example/faq?q=a']);
  expect(requests.every(isRouteValidated)).toBe(true);
  expect([...(requests[0]?.headers ?? [])]).toEqual([]);
  expect(failure).toBeNull();
  expect(textOf(rendered)).not.toContain('__FLIGHT_DATA');
  expect(payloads.readText(rendered?.payloadVersion ?? '')).toContain('"Children_UNSTABLE"');
});

test('renderForCache returns the failure that the page has reported', async () => {
  const failure = { statusCode: 404, message: 'Page not found: /a' };
  const { renderer } = openRenderer(async (request) => {
    setRouteFailure(request, failure);
    return htmlResponse('<p>Not found</p>');
  });

  expect(await renderer.renderForCache('/a', { isLongLived: true })).toMatchObject({ failure });
});

test('a render that throws is reported as an internal error', async () => {
  const { renderer } = openRenderer(async () => {
    throw new Error('broken');
  });

  expect(await renderer.renderForCache('/', { isLongLived: true })).toEqual({
    rendered: null,
    failure: { statusCode: 500, message: 'Internal Server Error' },
  });
  const request = get('/');
  expect((await renderer.renderForClient(request, request))?.status).toBe(500);
  expect(await renderer.renderErrorPage({ statusCode: 404, message: 'No.' })).toBeNull();
});

test('only the render of an RSC payload counts as a client navigation', async () => {
  const navigations: boolean[] = [];
  const { renderer } = openRenderer(async () => {
    navigations.push(isNavigationRender());
    return new Response('0:[]');
  });
  for (const request of [get('/faq'), get('/RSC/R/faq.txt')]) await renderer.renderForClient(request, request);

  expect(navigations).toEqual([false, true]);
});

test('the error page is rendered with the failure and not hydrated', async () => {
  const failure = { statusCode: 404, message: 'No.' };
  const { renderer } = openRenderer(async (request) =>
    new URL(request.url).pathname === '/404' && getRouteFailure(request) === failure ? htmlResponse(DOCUMENT) : null,
  );
  const page = await renderer.renderErrorPage(failure);

  expect(page?.html).toContain('data-poll="60"');
  expect(page?.html).not.toContain('data-payload');
  expect(page?.headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each([
  ['the response to a form', new Request('https://site.example/contact', { method: 'POST', body: '' }), 200, false],
  ['an error', get('/a'), 404, false],
  ['a preview', get('/a'), 200, true],
])('%s is not hydrated', async (_, request, status, isPreview) => {
  const { renderer } = openRenderer(async () => null, { isPreview });
  const rendered = await renderer.postProcess(request, htmlResponse(DOCUMENT, status));

  expect(rendered).toMatchObject({ status, payloadVersion: null });
  expect(textOf(rendered)).not.toContain('data-payload');
});

test('in development the HTML that Waku wrote is unchanged', async () => {
  const { renderer } = openRenderer(async () => null, { isProduction: false });

  expect(textOf(await renderer.postProcess(get('/'), htmlResponse(DOCUMENT)))).toBe(DOCUMENT);
});

test('a response without a content type gets that of an RSC payload, and an image gets additional headers', async () => {
  const { renderer } = openRenderer(async () => null);
  const payload = await renderer.postProcess(get('/RSC/R/a.txt'), new Response(new Uint8Array([48])));
  expect(payload.headers.get('content-type')).toBe('text/x-component; charset=utf-8');

  const image = new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } });
  const { headers } = await renderer.postProcess(get('/og/a.png'), image);
  expect(headers.get('content-security-policy')).toContain("'none'");
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
