import { expect, test } from 'vitest';
import { limitKeys } from '../../../src/framework/limit-keys.ts';

test('the first key of an IPv4 client is its address, that of an IPv6 client its /64', () => {
  expect(limitKeys('192.0.2.1')[0]).toBe('192.0.2.1');
  expect(limitKeys('2001:db8:1:2:3:4:5:6')[0]).toBe('2001:db8:1:2::/64');
  expect(limitKeys('2001:db8:1:2::1')[0]).toBe('2001:db8:1:2::/64');
  expect(limitKeys('2001:0DB8:1::1')[0]).toBe('2001:db8:1:0::/64');
  expect(limitKeys('::1')[0]).toBe('0:0:0:0::/64');
  expect(limitKeys('64:ff9b::192.0.2.1')[0]).toBe('64:ff9b:0:0::/64');
});

test('an IPv6 client counts towards its /64, /56 and /48, an IPv4 client towards its address', () => {
  expect(limitKeys('2001:db8:1:2a3:3:4:5:6')).toEqual([
    '2001:db8:1:2a3::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  expect(limitKeys('2001:0DB8:1::1')).toEqual(['2001:db8:1:0::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']);
  expect(limitKeys('fe80::1%eth0')).toEqual(['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']);
  expect(limitKeys('192.0.2.1')).toEqual(['192.0.2.1']);
  expect(limitKeys('unknown')).toEqual(['unknown']);
});

test('two networks share only the keys of the wider networks that contain both', () => {
  const [first, second] = [limitKeys('2001:db8:1:201::1'), limitKeys('2001:db8:1:2ff::1')];
  expect(first[0]).not.toBe(second[0]);
  expect(first.slice(1)).toEqual(second.slice(1));
  expect(limitKeys('2001:db8:1:300::1')[1]).not.toBe(first[1]);
  expect(limitKeys('2001:db8:2:201::1')).not.toContain(first[2]);
});
