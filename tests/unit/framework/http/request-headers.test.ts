import { expect, test } from 'vitest';
import {
  dropOrigin,
  hasReadableHost,
  setClientAddress,
  validateHeaders,
} from '../../../../src/framework/http/request-headers.ts';

const judge = (rawHeaders: string[], httpVersion = '1.1') => validateHeaders({ rawHeaders, httpVersion });
const filler = (count: number) => Array.from({ length: count }, (_, at) => [`x-${at}`, '1']).flat();

test('a request names one host; only the old protocol may name none', () => {
  expect(judge(['Host', 'a'])).toBeNull();
  expect(judge([])).toBe(400);
  expect(judge(['Host', 'a', 'hOST', 'a'])).toBe(400);
  expect(judge([], '1.0')).toBeNull();
});

test.each(['example.org', 'EXAMPLE.org:8443', '127.0.0.1:8080', '[::1]', '[2001:db8::1]:80', 'my_service'])(
  '%s is a host',
  (host) => {
    expect(judge(['host', host])).toBeNull();
  },
);

test.each(['', ']/../', 'a/b', 'a b', 'user@host', 'a:port', 'a?b', 'ü'])('"%s" is none', (host) => {
  expect(judge(['host', host])).toBe(400);
});

test.each(['1.2.3.999', '[:::]', 'a:99999'])('%s looks like a host, but no address can be made with it', (host) => {
  expect(judge(['host', host])).toBeNull();
  expect(hasReadableHost({ headers: { host } })).toBe(false);
});

test('an address can be made with every other host, and with none in the old protocol', () => {
  for (const host of ['example.org:8443', '127.0.0.1', '[::1]:80', 'my_service'])
    expect(hasReadableHost({ headers: { host } }), host).toBe(true);
  expect(hasReadableHost({ headers: {} })).toBe(true);
});

test('a hundred headers are enough', () => {
  expect(judge(['host', 'a', ...filler(99)])).toBeNull();
  expect(judge(['host', 'a', ...filler(100)])).toBe(431);
});

test('what a client says about its own address is thrown away in both places', () => {
  const request = {
    headers: { host: 'a', 'x-client-address': '192.0.2.1' },
    rawHeaders: ['X-Client-Address', '192.0.2.1', 'Host', 'a', 'x-client-ADDRESS', '192.0.2.2'],
  };
  setClientAddress(request, '198.51.100.7');

  expect(request.headers['x-client-address']).toBe('198.51.100.7');
  expect(request.rawHeaders).toEqual(['Host', 'a', 'x-client-address', '198.51.100.7']);
});

test('an origin that was judged goes from both places', () => {
  const request = { headers: { origin: 'https://a.test' }, rawHeaders: ['Origin', 'https://a.test', 'Host', 'a'] };
  dropOrigin(request);

  expect(request).toEqual({ headers: {}, rawHeaders: ['Host', 'a'] });
});
