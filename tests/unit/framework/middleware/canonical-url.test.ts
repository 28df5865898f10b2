import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUrl } from '../../../../src/framework/middleware/canonical-url.ts';
import { toCanonicalCase } from '../../../../src/site/routes.ts';

const ENDPOINTS = new Set(['/events/x.ics', '/media/640/a.jpg', '/mail/send', '/robots.txt']);

const parse = (target: string, trailingSlash = false) =>
  parseUrl(target, {
    trailingSlash,
    toCanonicalPath: toCanonicalCase,
    hasEndpoint: (pathname) => ENDPOINTS.has(pathname),
  });
const kindOf = (target: string, trailingSlash = false) => {
  const parsed = parse(target, trailingSlash);
  return 'kind' in parsed ? parsed.kind : null;
};

describe('the URL of a request', () => {
  test.each([
    '/',
    '/faq',
    '/faq?q=Payout%20B',
    '/RSOC-for-domains-application',
    '/agb.php',
    '/events/port-of-domains',
    '/caf%C3%A9',
  ])('%s is canonical', (target) => {
    expect(kindOf(target)).not.toBeNull();
  });

  test.each([
    ['/faq/', '/faq'],
    ['//faq', '/faq'],
    ['//evil.example', '/evil.example'],
    ['/FAQ', '/faq'],
    ['/FAQ/?q=Abc', '/faq?q=Abc'],
    ['/index.html', '/'],
    ['/faq/index.html', '/faq'],
    ['/events/../faq', '/faq'],
    ['/events/%2e%2e/faq', '/faq'],
    ['/rsoc-for-domains-application', '/RSOC-for-domains-application'],
    ['/RSOC-FOR-DOMAINS-APPLICATION/', '/RSOC-for-domains-application'],
    ['/AGB.php', '/agb.php'],
  ])('%s is redirected once, to %s', (target, location) => {
    expect(parse(target)).toEqual({ redirect: location });
    expect(kindOf(location)).not.toBeNull();
  });

  test('with trailing slashes configured, page URLs without one are redirected, but not file URLs', () => {
    expect(parse('/faq', true)).toEqual({ redirect: '/faq/' });
    expect(parse('/faq/', true)).toMatchObject({ kind: 'page', pathname: '/faq', search: '' });
    expect(kindOf('/', true)).not.toBeNull();
    expect(kindOf('/agb.php', true)).not.toBeNull();
    expect(kindOf('/assets/index-Ab.js', true)).not.toBeNull();
  });

  test.each([
    '/%E0%A4%A',
    '/a%2Fb',
    '/a%00',
    '/faq%3Fq=x',
    '/faq%23top',
    '/FAQ%3fq=x',
    '/a\\b',
    'faq',
    '*',
    'ftp://host/faq',
    'http:faq',
  ])('%s is rejected', (target) => {
    expect(parse(target)).toEqual({ statusCode: 404 });
  });

  test.each(['/healthz', '/readyz', '/metrics', '/mail/send', '/api/captcha/challenge'])(
    '%s is not a page and gets no trailing slash',
    (target) => {
      expect(parse(target, true)).toMatchObject({ pathname: target, search: '' });
    },
  );

  test('a URL of more than 8,000 characters is too long', () => {
    expect(kindOf(`/${'a'.repeat(7_999)}`)).not.toBeNull();
    expect(parse(`/${'a'.repeat(8_000)}`)).toEqual({ statusCode: 414 });
  });

  test.each([
    ['/', 'page'],
    ['/agb.php', 'page'],
    ['/anything/at/all', 'page'],
    ['/RSC/F/abc/send.txt', 'action'],
    ['/RSC/R/faq.txt', 'payload'],
    ['/faq/_payload.json', 'payload'],
    ['/payloads/abc.txt', 'payload'],
    ['/api/icons/tabler.json', 'endpoint'],
    ['/events/x.ics', 'endpoint'],
    ['/robots.txt', 'endpoint'],
    ['/mail/send', 'endpoint'],
    ['/media/640/a.jpg', 'picture'],
    ['/assets/index-a.js', 'file'],
    ['/builds/latest.json', 'file'],
    ['/favicon.ico', 'file'],
    ['/pictures/a.webp', 'file'],
    ['/healthz', 'operation'],
  ] as const)('%s is of kind %s', (target, kind) => {
    expect(kindOf(target)).toBe(kind);
  });

  test('the case of file and payload URLs is preserved', () => {
    expect(kindOf('/assets/(default)-CSvR.css')).not.toBeNull();
    expect(kindOf('/RSC/R/RSOC-for-domains-application.txt')).not.toBeNull();
  });

  test('every redirect stays on this host and leads to a canonical URL', () => {
    const anything = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
      fc.webPath().map((path) => `/${path}//`),
    );

    fc.assert(
      fc.property(anything, fc.boolean(), (target, trailingSlash) => {
        const url = parse(target, trailingSlash);
        if (!('redirect' in url)) return;
        expect(url.redirect).toMatch(/^\/(?!\/)/);
        expect(kindOf(url.redirect, trailingSlash)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});
