import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  matchesEtag,
  recompressInBackground,
  toCachedResponse,
} from '../../../../src/framework/cache/cached-response.ts';

const TEXT = Array.from({ length: 400 }, (_, line) => `<p>Line ${line * 7919} of a page, ${line % 13} of 13.</p>`).join(
  '',
);

const responseWith = (text: string, before?: Awaited<ReturnType<typeof toCachedResponse>>) =>
  toCachedResponse(
    { status: 200, bytes: new TextEncoder().encode(text), headers: { 'content-type': 'text/html' } },
    before,
  );

test('a cached response is recompressed in the background, with the new content length', async () => {
  const response = await responseWith(TEXT);
  const first = response.variants.br.bytes;
  await recompressInBackground(response);

  const { bytes, head } = response.variants.br;
  expect(bytes.length).toBeLessThan(first.length);
  expect(brotliDecompressSync(bytes).toString()).toBe(TEXT);
  expect(head.slice(-2)).toEqual(['content-length', String(bytes.length)]);
});

test('the same bytes are recompressed once: a response with them uses the smaller variant again', async () => {
  const before = await responseWith(TEXT);
  await recompressInBackground(before);
  const again = await responseWith(TEXT, before);
  expect(again.variants.br.bytes).toBe(before.variants.br.bytes);

  await recompressInBackground(again);
  expect(again.variants.br.bytes).toBe(before.variants.br.bytes);
});

test.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a"'])('If-None-Match %s matches the ETag W/"a"', (given) => {
  expect(matchesEtag(given, 'W/"a"')).toBe(true);
});

test.each([null, '', '"b"', 'W/"ab"', 'a', 'W/a'])('If-None-Match %s does not match the ETag W/"a"', (given) => {
  expect(matchesEtag(given, 'W/"a"')).toBe(false);
});
