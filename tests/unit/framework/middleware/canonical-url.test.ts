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
    ['/faq/', '/faq'],
    ['//evil.example', '/evil.example'],
    ['/FAQ/?q=Abc', '/faq?q=Abc'],
    ['/index.html', '/'],
    ['/faq/index.html', '/faq'],
    ['/index.html/index.html/', '/'],
    ['/events/%2e%2e/faq', '/faq'],
    ['/rsoc-for-domains-application', '/RSOC-for-domains-application'],
    ['/AGB.php', '/agb.php'],
    ['/CAF%C3%A9', '/caf%C3%A9'],
  ])('%s is redirected once, to %s', (target, location) => {
    expect(parse(target)).toEqual({ redirect: location });
    expect(kindOf(location)).not.toBeNull();
  });

  test('with trailing slashes configured, page URLs without one are redirected, but no other URLs', () => {
    expect(parse('/faq', true)).toEqual({ redirect: '/faq/' });
    expect(parse('/faq/', true)).toMatchObject({ kind: 'page', pathname: '/faq', search: '' });
    for (const target of ['/', '/agb.php', '/assets/index-Ab.js', '/healthz', '/mail/send', '/api/captcha/challenge'])
      expect(parse(target, true), target).toMatchObject({ pathname: target });
  });

  test.each([
    '/%E0%A4%A',
    '/a%2Fb',
    '/a%5Cb',
    '/a%00',
    '/faq%3Fq=x',
    '/faq%23top',
    '/RSC/R/faq%3Fq.txt',
    '/a\\b',
    'faq',
    'ftp://host/faq',
  ])('%s is rejected', (target) => {
    expect(parse(target)).toEqual({ statusCode: 404 });
  });

  test.each([
    ['/', 'page'],
    ['/agb.php', 'page'],
    ['/anything/at/all', 'page'],
    ['/caf%C3%A9', 'page'],
    ['/RSC/F/abc/send.txt', 'action'],
    ['/RSC/R/RSOC-for-domains-application.txt', 'payload'],
    ['/faq/_payload.json', 'payload'],
    ['/payloads/abc.txt', 'payload'],
    ['/RSC/', 'payload'],
    ['/rsc', 'page'],
    ['/api/icons/tabler.json', 'endpoint'],
    ['/events/x.ics', 'endpoint'],
    ['/mail/send', 'endpoint'],
    ['/media/640/a.jpg', 'picture'],
    ['/assets/(default)-CSvR.css', 'file'],
    ['/builds/latest.json', 'file'],
    ['/favicon.ico', 'file'],
    ['/pictures/a.webp', 'file'],
    ['/healthz', 'operation'],
    ['/readyz', 'operation'],
    ['/metrics', 'operation'],
  ] as const)('%s is canonical and of kind %s', (target, kind) => {
    expect(kindOf(target)).toBe(kind);
  });

  test.each([
    ['/RSC/R/%66aq.txt', '/faq'],
    ['/RSC/R/caf%c3%a9.txt', '/caf%C3%A9'],
    ['/RSC/R/100%25.txt', '/100%25'],
    ['/%66aq/_payload.json', '/faq'],
    ['/_payload.json?x=1', '/'],
  ])('%s is for the page at %s, however its path is encoded', (target, path) => {
    expect(parse(target)).toMatchObject({ kind: 'payload', page: { path, query: '' } });
  });

  test('every redirect stays on this host and leads to a canonical URL', () => {
    // `fc.webPath()` would take seconds to begin.
    const pieces = '/ // . .. %2e FAQ é %C3%A9 %25 /evil.test index.html ?q= @ :'.split(' ');
    const path = fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join(''));

    fc.assert(
      fc.property(fc.oneof(path, fc.string()), fc.boolean(), (text, trailingSlash) => {
        const url = parse(`/${text}`, trailingSlash);
        if (!('redirect' in url)) return;
        expect(url.redirect).toMatch(/^\/(?!\/)/);
        expect(kindOf(url.redirect, trailingSlash)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});
