import { expect, test } from 'vitest';
import {
  dropOrigin,
  hasReadableHost,
  setClientAddress,
  validateHeaders,
} from '../../../../src/framework/middleware/request-headers.ts';

const validate = (rawHeaders: string[], httpVersion = '1.1') => validateHeaders({ rawHeaders, httpVersion });
const filler = (count: number) => Array.from({ length: count }, (_, at) => [`x-${at}`, '1']).flat();

test('a request has exactly one Host header; only HTTP/1.0 may omit it', () => {
  expect(validate(['Host', 'a'])).toBeNull();
  expect(validate([])).toBe(400);
  expect(validate(['Host', 'a', 'hOST', 'a'])).toBe(400);
  expect(validate([], '1.0')).toBeNull();
});

test.each(['example.org', 'EXAMPLE.org:8443', '127.0.0.1:8080', '[::1]', '[2001:db8::1]:80', 'my_service'])(
  '%s is a valid host',
  (host) => {
    expect(validate(['host', host])).toBeNull();
  },
);

test.each(['', ']/../', 'a/b', 'a b', 'user@host', 'a:port', 'a?b', 'ü'])('"%s" is not a host', (host) => {
  expect(validate(['host', host])).toBe(400);
});

test.each(['1.2.3.999', '[:::]', 'a:99999'])(
  '%s passes the host pattern, but a URL with it cannot be parsed',
  (host) => {
    expect(validate(['host', host])).toBeNull();
    expect(hasReadableHost({ headers: { host } })).toBe(false);
  },
);

test('a URL with a valid host can be parsed, and a request without a Host header is accepted', () => {
  for (const host of ['example.org:8443', '127.0.0.1', '[::1]:80', 'my_service'])
    expect(hasReadableHost({ headers: { host } }), host).toBe(true);
  expect(hasReadableHost({ headers: {} })).toBe(true);
});

test('a request with more than a hundred headers is rejected', () => {
  expect(validate(['host', 'a', ...filler(99)])).toBeNull();
  expect(validate(['host', 'a', ...filler(100)])).toBe(431);
});

test('a client address sent by the client is removed from the headers and the raw headers', () => {
  const request = {
    headers: { host: 'a', 'x-client-address': '192.0.2.1' },
    rawHeaders: ['X-Client-Address', '192.0.2.1', 'Host', 'a', 'x-client-ADDRESS', '192.0.2.2'],
  };
  setClientAddress(request, '198.51.100.7');

  expect(request.headers['x-client-address']).toBe('198.51.100.7');
  expect(request.rawHeaders).toEqual(['Host', 'a', 'x-client-address', '198.51.100.7']);
});

test('a checked origin is removed from the headers and the raw headers', () => {
  const request = { headers: { origin: 'https://a.test' }, rawHeaders: ['Origin', 'https://a.test', 'Host', 'a'] };
  dropOrigin(request);

  expect(request).toEqual({ headers: {}, rawHeaders: ['Host', 'a'] });
});
