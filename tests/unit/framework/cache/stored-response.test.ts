import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  type CacheState,
  matchesEtag,
  respondWith,
  type StoredResponse,
  toStoredResponse,
} from '../../../../src/framework/cache/stored-response.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const TEXT = Array.from({ length: 400 }, (_, line) => `<p>Line ${line * 7919} of a page, ${line % 13} of 13.</p>`).join(
  '',
);

const storedWith = (text: string, status = 200) =>
  toStoredResponse({ status, bytes: new TextEncoder().encode(text), headers: { 'content-type': 'text/html' } });

const request = (stored: StoredResponse, headers: Readonly<Record<string, string>>, state?: CacheState) =>
  handleRequest(async (c) => respondWith(c, stored, state), new Request('http://site/', { headers }));

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a response is encoded once as %s, at the first request', async (name, decode) => {
  const stored = storedWith(TEXT);
  expect([...stored.encoded.keys()]).toEqual([]);

  const responses = await Promise.all([1, 2, 3].map(() => request(stored, { 'accept-encoding': name })));
  for (const response of responses) {
    expect(response.headers.get('content-encoding')).toBe(name);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(TEXT.length / 2);
    expect(decode(await response.arrayBuffer()).toString()).toBe(TEXT);
  }
  expect([...stored.encoded.keys()]).toEqual([name]);
});

test('an error page is not compressed', async () => {
  const response = await request(storedWith(TEXT, 404), { 'accept-encoding': 'br' });

  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe(TEXT);
});

test('a response has the id of its request, Vary, and its state in Server-Timing', async () => {
  const { headers } = await request(storedWith(TEXT), {}, 'stale');

  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': 'the-request',
    vary: 'accept-encoding',
    'server-timing': 'cache;desc=stale',
  });
});

test.each([
  ['W/"a"', true],
  ['"a"', true],
  ['*', true],
  ['W/"b","a"', true],
  [undefined, false],
  ['"b"', false],
  ['W/"ab"', false],
  ['a', false],
])('whether If-None-Match %s matches the ETag W/"a": %s', (header, isMatch) => {
  expect(matchesEtag(header, 'W/"a"')).toBe(isMatch);
});
