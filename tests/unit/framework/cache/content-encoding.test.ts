import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode, preferredEncoding } from '../../../../src/framework/cache/content-encoding.ts';

test.each([
  [null, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
  ['*', 'br'],
  ['*, br;q=0', 'zstd'],
])('for Accept-Encoding "%s" the preferred encoding is %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});

test('decoding restores the encoded bytes', async () => {
  const bytes = Buffer.from('lane line '.repeat(200));

  expect(brotliDecompressSync(await encode(bytes, 'br'))).toEqual(bytes);
  expect(zstdDecompressSync(await encode(bytes, 'zstd'))).toEqual(bytes);
  expect(gunzipSync(await encode(bytes, 'gzip'))).toEqual(bytes);
});

test('an encoding that is not available is skipped', () => {
  expect(preferredEncoding('br, gzip', (encoding) => encoding === 'gzip')).toBe('gzip');
});
