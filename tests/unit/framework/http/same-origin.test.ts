import { expect, test } from 'vitest';
import { isOwnOrigin, senderOf } from '../../../../src/framework/http/same-origin.ts';

const SITE = 'https://www.example.com';

const isOwn = (sender: Partial<Parameters<typeof isOwnOrigin>[0]>) =>
  isOwnOrigin({ origin: null, fetchSite: null, host: 'www.example.com', ...sender }, SITE);

test.each([
  ['without an origin', {}],
  ['whose origin has the host of the request', { origin: 'https://www.example.com' }],
  ['that a proxy forwards without TLS', { origin: 'https://site.test', host: 'site.test' }],
  ['whose Host header has capitals', { origin: 'http://site.test:8080', host: 'Site.TEST:8080' }],
  ['with the origin of the site and the host of a proxy', { origin: SITE, host: '10.0.0.7:8080' }],
  ['that is same-site and has no Origin header', { fetchSite: 'same-site' }],
])('a request %s is of this site', (_, sender) => {
  expect(isOwn(sender)).toBe(true);
});

test.each([
  ['with the origin of another site', { origin: 'https://evil.test' }],
  ['from another subdomain', { origin: 'https://blog.example.com' }],
  ['with another port', { origin: 'https://www.example.com:8443' }],
  ['with the origin of the site without TLS and the host of a proxy', { origin: 'http://www.example.com', host: 'a' }],
  ['that the browser calls cross-site', { origin: SITE, fetchSite: 'cross-site' }],
  ['that is cross-site without an origin', { fetchSite: 'cross-site' }],
  ['with an opaque origin', { origin: 'null' }],
  ['of a browser extension', { origin: 'chrome-extension://www.example.com' }],
  ['with an origin and without a host', { origin: 'https://other.test', host: null }],
  ['whose host ends with that of the site', { origin: 'https://evil-www.example.com' }],
])('a request %s is foreign', (_, sender) => {
  expect(isOwn(sender)).toBe(false);
});

test('the sender of a request is read from its headers, its host from the URL where there is no header', () => {
  const headers = { origin: SITE, 'sec-fetch-site': 'same-origin', host: 'www.example.com' };

  expect(senderOf(new Request('http://10.0.0.7/send', { headers }), '198.51.100.7')).toEqual({
    address: '198.51.100.7',
    origin: SITE,
    fetchSite: 'same-origin',
    host: 'www.example.com',
  });
  expect(senderOf(new Request('http://10.0.0.7:8080/send'), '198.51.100.7')).toEqual({
    address: '198.51.100.7',
    origin: null,
    fetchSite: null,
    host: '10.0.0.7:8080',
  });
});
