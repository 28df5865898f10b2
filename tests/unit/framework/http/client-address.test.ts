import { expect, test } from 'vitest';
import { clientAddress, limitKey, limitKeys, trustedNetworks } from '../../../../src/framework/http/client-address.ts';

const proxies = trustedNetworks(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);

test('without trusted proxies only the socket counts', () => {
  expect(clientAddress('198.51.100.7', '203.0.113.9', trustedNetworks([]))).toBe('198.51.100.7');
  expect(clientAddress('198.51.100.7', '203.0.113.9', proxies)).toBe('198.51.100.7');
});

test('behind trusted proxies the first address that is none of them is the client', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(clientAddress('fd00::1', '203.0.113.9, 10.2.3.4', proxies)).toBe('203.0.113.9');
  expect(clientAddress('::ffff:127.0.0.1', '2001:db8::7', proxies)).toBe('2001:db8::7');
});

test('what a visitor writes into the header himself does not make him somebody else', () => {
  expect(clientAddress('10.0.0.1', '10.9.9.9, 192.0.2.66, 203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(clientAddress('10.0.0.1', 'nonsense', proxies)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', undefined, proxies)).toBe('10.0.0.1');
});

test('ports, brackets and zones are no part of an address', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.9:4711', proxies)).toBe('203.0.113.9');
  expect(clientAddress('10.0.0.1', '[2001:DB8::7]:4711', proxies)).toBe('2001:db8::7');
  expect(clientAddress('fe80::1%eth0', undefined, proxies)).toBe('fe80::1');
  expect(clientAddress(undefined, undefined, proxies)).toBe('unknown');
});

test('IPv4 is limited by address, IPv6 by the network of a subscriber', () => {
  expect(limitKey('192.0.2.1')).toBe('192.0.2.1');
  expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(limitKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(limitKey('2001:0DB8:1::1')).toBe('2001:db8:1:0::/64');
  expect(limitKey('::1')).toBe('0:0:0:0::/64');
  expect(limitKey('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
});

test('an IPv6 client is counted under its /64, /56 and /48, an IPv4 client under its address', () => {
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

test('two networks of one subscriber share the wider keys, two subscribers share none', () => {
  const [first, second] = [limitKeys('2001:db8:1:201::1'), limitKeys('2001:db8:1:2ff::1')];
  expect(first[0]).not.toBe(second[0]);
  expect(first.slice(1)).toEqual(second.slice(1));
  expect(limitKeys('2001:db8:1:300::1')[1]).not.toBe(first[1]);
  expect(limitKeys('2001:db8:2:201::1')).not.toContain(first[2]);
});
