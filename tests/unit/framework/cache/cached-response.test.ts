import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CachedResponse,
  matchesEtag,
  recompressInBackground,
  sendCachedResponse,
  toCachedResponse,
} from '../../../../src/framework/cache/cached-response.ts';
import { listenOnLoopback } from '../../../support/listen-on-loopback.ts';

const TEXT = Array.from({ length: 400 }, (_, line) => `<p>Line ${line * 7919} of a page, ${line % 13} of 13.</p>`).join(
  '',
);

const responseWith = (text: string, previous?: CachedResponse) =>
  toCachedResponse(
    { status: 200, bytes: new TextEncoder().encode(text), headers: { 'content-type': 'text/html' } },
    previous,
  );

/** A server that always sends the same response. */
const serve = async (cached: CachedResponse) => {
  const server = createServer((request, response) => {
    void sendCachedResponse(request, response, cached, { state: 'hit' });
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  return (headers: Readonly<Record<string, string>>) => fetch(`http://127.0.0.1:${port}/`, { headers });
};

test.each(['br', 'gzip', 'zstd'] as const)('a response is encoded once as %s, at the first request', async (name) => {
  const cached = responseWith(TEXT);
  const request = await serve(cached);
  expect([...cached.encoded.keys()]).toEqual([]);

  const responses = await Promise.all([1, 2, 3].map(() => request({ 'accept-encoding': name })));
  for (const response of responses) {
    expect(response.headers.get('content-encoding')).toBe(name);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(TEXT.length / 2);
  }
  expect([...cached.encoded.keys()]).toEqual([name]);
});

test('a client that has the response gets 304 without a content length', async () => {
  const cached = responseWith(TEXT);
  const response = await (await serve(cached))({ 'accept-encoding': 'br', 'if-none-match': cached.etag });

  expect(response.status).toBe(304);
  expect(response.headers.get('content-length')).toBeNull();
});

test('recompression makes the Brotli variant smaller without changing its content', async () => {
  const cached = responseWith(TEXT);
  const request = await serve(cached);
  const first = await request({ 'accept-encoding': 'br' });
  await recompressInBackground(cached);
  const second = await request({ 'accept-encoding': 'br' });

  expect(Number(second.headers.get('content-length'))).toBeLessThan(Number(first.headers.get('content-length')));
  expect(await second.text()).toBe(TEXT);
});

test('a variant that is still being encoded is not reused for the next response', async () => {
  const before = responseWith(TEXT);
  before.encoded.set('br', Promise.resolve(before.identity));
  const next = responseWith(TEXT, before);

  expect(next.encoded.size).toBe(0);
});

test('a response that was not requested in Brotli is not recompressed', async () => {
  const cached = responseWith(TEXT);
  await recompressInBackground(cached);

  expect(cached.encoded.size).toBe(0);
});

test('the same bytes are recompressed once: the next response with them reuses the smaller variant', async () => {
  const before = responseWith(TEXT);
  await (await serve(before))({ 'accept-encoding': 'br' });
  await recompressInBackground(before);
  const smaller = await before.encoded.get('br');
  const next = responseWith(TEXT, before);
  expect((await next.encoded.get('br'))?.bytes).toBe(smaller?.bytes);

  await recompressInBackground(next);
  expect((await next.encoded.get('br'))?.bytes).toBe(smaller?.bytes);
});

test.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a"'])('If-None-Match %s matches the ETag W/"a"', (header) => {
  expect(matchesEtag(header, 'W/"a"')).toBe(true);
});

test.each([null, '', '"b"', 'W/"ab"', 'a', 'W/a'])('If-None-Match %s does not match the ETag W/"a"', (header) => {
  expect(matchesEtag(header, 'W/"a"')).toBe(false);
});
