import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { encodeStream, preferredEncoding } from '../../../../src/framework/cache/content-encoding.ts';

test.each([
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
])('for Accept-Encoding "%s" the preferred encoding is %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});

test.each([null, 'br', 'gzip'] as const)(
  'a client may leave while a body is made, also when it ends: %s',
  async (encoding) => {
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
  },
);
