import { expect, test } from 'vitest';
import { createClientAddress, isPrivate, limitKey } from '../../../src/framework/client-address.ts';

test('the addresses of an IPv6 /56 have the same key', () => {
  const key = limitKey('2001:db8:1:2a3:3:4:5:6');

  expect(limitKey('2001:0DB8:1:2ff::1')).toBe(key);
  expect(limitKey('2001:db8:1:300::1')).not.toBe(key);
  expect(limitKey('fe80::1%eth0')).toBe(limitKey('fe80::2'));
  expect(limitKey('64:ff9b::192.0.2.1')).toBe(limitKey('64:ff9b::1'));
});

test.each(['192.0.2.1', 'ada@example.com'])('the key of %s is the text itself', (text) =>
  expect(limitKey(text)).toBe(text),
);

test('addresses of this machine, a link and a private network are private, all others are not', () => {
  for (const address of ['127.0.0.1', '172.20.0.4', '169.254.1.1', '::1', 'fd00::1', 'fe80::1'])
    expect(isPrivate(address), address).toBe(true);
  for (const address of ['198.51.100.7', '172.32.0.1', '2001:db8::1', 'unknown'])
    expect(isPrivate(address), address).toBe(false);
});

const PROXIES = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];

test.each<[string, string, string | undefined, string]>([
  ['a peer that is no trusted proxy', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['a trusted proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['several trusted proxies', 'fd00::1', '203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['a proxy with an IPv4-mapped address', '::ffff:127.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['entries that the client may have sent', '10.0.0.1', '10.9.9.9, 192.0.2.66, 203.0.113.9', '203.0.113.9'],
  ['an invalid entry', '10.0.0.1', 'nonsense', '10.0.0.1'],
  ['no entry', '10.0.0.1', undefined, '10.0.0.1'],
  ['a port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['brackets and capitals', '10.0.0.1', '[2001:DB8::7]:4711', '2001:db8::7'],
  ['a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['no peer', '', undefined, 'unknown'],
])('with %s, the client is the last address that is not a trusted proxy', (_, peer, forwardedFor, client) => {
  expect(createClientAddress(PROXIES)(peer, forwardedFor)).toBe(client);
});

test('without trusted proxies the peer of the socket is the client', () => {
  expect(createClientAddress([])('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
});
