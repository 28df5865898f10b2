import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toClientResponse } from '../../../../src/framework/render/client-response.ts';

const TEXT = '<p>A page</p>'.repeat(50);

const rendered = (status = 200, headers: Record<string, string> = { 'content-type': 'text/html' }) => ({
  status,
  headers: new Headers(headers),
  bytes: new TextEncoder().encode(TEXT),
});

const get = (headers: Record<string, string> = {}, method = 'GET') => new Request('http://host/', { method, headers });
const published = { isPreview: false };

test('a response is encoded as the client prefers, with an ETag', async () => {
  const response = await toClientResponse(get({ 'accept-encoding': 'gzip' }), rendered(), published);

  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('vary')).toBe('accept-encoding');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(TEXT);
});

test('a client that has the response already gets 304', async () => {
  const first = await toClientResponse(get(), rendered(), published);
  const etag = first.headers.get('etag') ?? '';
  const second = await toClientResponse(get({ 'if-none-match': etag }), rendered(), published);

  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
});

test.each([
  ['an error', rendered(404)],
  ['an image', rendered(200, { 'content-type': 'image/png' })],
])('%s is not compressed', async (_, response) => {
  const { headers } = await toClientResponse(get({ 'accept-encoding': 'gzip, br' }), response, published);

  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('content-length')).toBe(String(TEXT.length));
});

test('the response to HEAD has the headers of GET and no body', async () => {
  const response = await toClientResponse(get({}, 'HEAD'), rendered(), published);

  expect(response.headers.get('content-length')).toBe(String(TEXT.length));
  expect(await response.text()).toBe('');
});

test('the response to a form must not be stored, and the Cache-Control of an endpoint is kept', async () => {
  const formResponse = await toClientResponse(get({}, 'POST'), rendered(), published);
  expect(formResponse.headers.get('cache-control')).toBe('no-store');

  const own = rendered(200, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=60' });
  expect((await toClientResponse(get(), own, published)).headers.get('cache-control')).toBe('public, max-age=60');
});

test('a preview is neither stored nor indexed', async () => {
  const own = rendered(200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' });
  const { headers } = await toClientResponse(get(), own, { isPreview: true });

  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
});
