import { expect, test } from 'vitest';
import { limitKey } from '../../../src/framework/limit-key.ts';

test('the addresses of an IPv6 /56 have the same key', () => {
  const key = limitKey('2001:db8:1:2a3:3:4:5:6');

  expect(limitKey('2001:0DB8:1:2ff::1')).toBe(key);
  expect(limitKey('2001:db8:1:300::1')).not.toBe(key);
  expect(limitKey('fe80::1%eth0')).toBe(limitKey('fe80::2'));
  expect(limitKey('64:ff9b::192.0.2.1')).toBe(limitKey('64:ff9b::1'));
});

test.each(['192.0.2.1', 'ada@example.com', 'unknown'])('the key of %s is the text itself', (text) =>
  expect(limitKey(text)).toBe(text),
);
