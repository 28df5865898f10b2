import { expect, test } from 'vitest';
import { isOwnOrigin } from '../../../../src/framework/middleware/same-origin.ts';

const SITE = 'https://www.example.com';

const isOwn = (headers: Readonly<Record<string, string>>) =>
  isOwnOrigin(new Headers({ host: 'www.example.com', ...headers }), SITE);

test.each([
  ['without an origin', {}],
  ['whose origin has the host of the request', { origin: 'https://www.example.com' }],
  ['that a proxy forwards without TLS', { origin: 'https://site.test', host: 'site.test' }],
  ['whose Host header has capitals', { origin: 'http://site.test:8080', host: 'Site.TEST:8080' }],
  ['with the origin of the site and the host of a proxy', { origin: SITE, host: '10.0.0.7:8080' }],
  ['that is same-site and has no Origin header', { 'sec-fetch-site': 'same-site' }],
])('a request %s is of this site', (_, headers) => {
  expect(isOwn(headers)).toBe(true);
});

test.each([
  ['with the origin of another site', { origin: 'https://evil.test' }],
  ['from another subdomain', { origin: 'https://blog.example.com' }],
  ['with the origin of the site without TLS and the host of a proxy', { origin: 'http://www.example.com', host: 'a' }],
  ['that the browser calls cross-site', { origin: SITE, 'sec-fetch-site': 'cross-site' }],
  ['with an opaque origin', { origin: 'null' }],
  ['of a browser extension', { origin: 'chrome-extension://www.example.com' }],
  ['with an origin and an empty host', { origin: 'https://other.test', host: '' }],
  ['whose host ends with that of the site', { origin: 'https://evil-www.example.com' }],
])('a request %s is not of this site', (_, headers) => {
  expect(isOwn(headers)).toBe(false);
});
