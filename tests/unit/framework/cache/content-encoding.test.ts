import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encode, encodeStream, preferredEncoding } from '../../../../src/framework/cache/content-encoding.ts';

test.each([
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
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

describe('a body that is sent while it is made', () => {
  const ENCODINGS = [null, 'br', 'zstd', 'gzip'] as const;

  test.each(ENCODINGS)('a chunk arrives before the next one is made: %s', async (encoding) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const make = async function* () {
      yield Buffer.from('begun');
      await promise;
      yield Buffer.from(' and ended');
    };
    const reader = encodeStream(make(), encoding).getReader();
    const { value: first } = await reader.read();
    expect(first?.length).toBeGreaterThan(0);
    resolve();
    while (!(await reader.read()).done);
  });

  test.each(ENCODINGS)('a client may leave at any time, also when the body ends: %s', async (encoding) => {
    const uncaught: unknown[] = [];
    const record = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', record);
    onTestFinished(() => void process.off('uncaughtException', record));

    for (let visit = 0; visit < 20; visit += 1) {
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      const { promise: hasEnded, resolve: confirmEnd } = Promise.withResolvers<void>();
      const make = async function* () {
        try {
          yield randomBytes(20_000);
          await mayEnd;
        } finally {
          confirmEnd();
        }
      };
      const reader = encodeStream(make(), encoding).getReader();
      await reader.read();
      end();
      if (visit % 2 === 0) await setImmediate();
      await reader.cancel();
      await hasEnded;
    }
    await setImmediate();
    expect(uncaught).toEqual([]);
  });
});
