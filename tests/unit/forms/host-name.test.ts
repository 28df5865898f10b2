import { expect, test } from 'vitest';
import { toAsciiHost } from '../../../src/forms/host-name.ts';

test.each([
  ['Example.COM', 'example.com'],
  ['bücher.de', 'xn--bcher-kva.de'],
  ['example.com.', 'example.com'],
])('%s is converted to the host name %s', (name, host) => {
  expect(toAsciiHost(name)).toBe(host);
});

test.each([
  '',
  'user@example.com',
  'example.com:80',
  '192.0.2.1',
  '0x7f.1',
  '-a.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
])('%j is not a host name', (name) => {
  expect(toAsciiHost(name)).toBeNull();
});
