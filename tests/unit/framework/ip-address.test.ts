import { expect, test } from 'vitest';
import { isPrivate, limitKey } from '../../../src/framework/ip-address.ts';

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

test.each(['127.0.0.1', '10.1.2.3', '172.20.0.4', '192.168.1.1', '169.254.1.1', '::1', 'fd00::1', 'fe80::1'])(
  '%s is private',
  (address) => expect(isPrivate(address)).toBe(true),
);

test.each(['198.51.100.7', '172.32.0.1', '2001:db8::1', 'unknown'])('%s is not private', (address) =>
  expect(isPrivate(address)).toBe(false),
);
