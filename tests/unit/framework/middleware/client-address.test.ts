import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClientAddress, isPrivate, limitKeys } from '../../../../src/framework/middleware/client-address.ts';

const PROXIES = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];

/** The client of a request from this socket with this `X-Forwarded-For` header. */
const clientOf = (remoteAddress: string | undefined, forwardedFor?: string, trustProxy = PROXIES): string => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return createClientAddress(trustProxy)(request);
};

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
  expect(clientOf(undefined)).toBe('unknown');
});

test.each(['127.0.0.1', '10.1.2.3', '172.20.0.4', '192.168.1.1', '169.254.1.1', '::1', 'fd00::1', 'fe80::1'])(
  '%s is private',
  (address) => expect(isPrivate(address)).toBe(true),
);

test.each(['198.51.100.7', '172.32.0.1', '2001:db8::1', 'unknown'])('%s is not private', (address) =>
  expect(isPrivate(address)).toBe(false),
);

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
