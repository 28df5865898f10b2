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

/** The client of a request from this peer with this `X-Forwarded-For` header. */
const clientOf = (peer: string, forwardedFor?: string, trustProxy = PROXIES): string =>
  createClientAddress(trustProxy)(peer, forwardedFor);

test('the peer of the socket is the client, unless it is a trusted proxy', () => {
  expect(clientOf('198.51.100.7', '203.0.113.9', [])).toBe('198.51.100.7');
  expect(clientOf('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
});

test('behind trusted proxies the client is the last untrusted address of the chain', () => {
  expect(clientOf('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(clientOf('fd00::1', '203.0.113.9, 10.2.3.4')).toBe('203.0.113.9');
  expect(clientOf('::ffff:127.0.0.1', '2001:db8::7')).toBe('2001:db8::7');
});

test('entries of X-Forwarded-For that are invalid, or that the client may have sent, are ignored', () => {
  expect(clientOf('10.0.0.1', '10.9.9.9, 192.0.2.66, 203.0.113.9')).toBe('203.0.113.9');
  expect(clientOf('10.0.0.1', 'nonsense')).toBe('10.0.0.1');
  expect(clientOf('10.0.0.1')).toBe('10.0.0.1');
});

test('ports, brackets and zones are removed, and a missing address is "unknown"', () => {
  expect(clientOf('10.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9');
  expect(clientOf('10.0.0.1', '[2001:DB8::7]:4711')).toBe('2001:db8::7');
  expect(clientOf('fe80::1%eth0')).toBe('fe80::1');
  expect(clientOf('')).toBe('unknown');
});
