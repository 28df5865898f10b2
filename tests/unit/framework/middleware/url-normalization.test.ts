import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClassifier } from '../../../../src/framework/middleware/request-kind.ts';
import { normalizeUrl } from '../../../../src/framework/middleware/url-normalization.ts';
import { kindOfRouterUrl } from '../../../../src/framework/render/page-request.ts';
import { toCanonicalCase } from '../../../../src/site/routes.ts';

const classify = createClassifier({ kindOfRouterUrl, hasEndpoint: (path) => path === '/mail/send' });
const rules = { trailingSlash: false, toCanonicalPath: toCanonicalCase, classify };
const normalize = (target: string, trailingSlash = false) => normalizeUrl(target, { ...rules, trailingSlash });

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
    expect(normalize(target).kind).toBe('accept');
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
    expect(normalize(target)).toEqual({ kind: 'redirect', location });
    expect(normalize(location).kind).toBe('accept');
  });

  test('with trailing slashes configured, page URLs without one are redirected, but not file URLs', () => {
    expect(normalize('/faq', true)).toEqual({ kind: 'redirect', location: '/faq/' });
    expect(normalize('/faq/', true)).toEqual({ kind: 'accept', requestKind: 'page', pathname: '/faq', search: '' });
    expect(normalize('/', true).kind).toBe('accept');
    expect(normalize('/agb.php', true).kind).toBe('accept');
    expect(normalize('/assets/index-Ab.js', true).kind).toBe('accept');
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
    expect(normalize(target).kind).toBe('reject');
  });

  test.each(['/healthz', '/readyz', '/metrics', '/mail/send', '/api/captcha/challenge'])(
    '%s is not a page and gets no trailing slash',
    (target) => {
      expect(normalize(target, true)).toMatchObject({ kind: 'accept', pathname: target, search: '' });
    },
  );

  test('a URL of more than 2,048 characters is too long', () => {
    expect(normalize(`/${'a'.repeat(2_047)}`).kind).toBe('accept');
    expect(normalize(`/${'a'.repeat(2_048)}`).kind).toBe('too-long');
  });

  test.each([
    ['http://example.org/faq?q=a', '/faq', '?q=a'],
    ['HTTPS://example.org:8443', '/', ''],
  ])('%s in absolute form is accepted without its host', (target, pathname, search) => {
    expect(normalize(target)).toMatchObject({ kind: 'accept', pathname, search });
  });

  test('the case of file and payload URLs is preserved', () => {
    expect(normalize('/assets/(default)-CSvR.css').kind).toBe('accept');
    expect(normalize('/RSC/R/RSOC-for-domains-application.txt').kind).toBe('accept');
  });

  test('every redirect stays on this host and leads to a canonical URL', () => {
    const anything = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
      fc.webPath().map((path) => `/${path}//`),
    );

    fc.assert(
      fc.property(anything, fc.boolean(), (target, trailingSlash) => {
        const url = normalize(target, trailingSlash);
        if (url.kind !== 'redirect') return;
        expect(url.location).toMatch(/^\/(?!\/)/);
        expect(normalize(url.location, trailingSlash).kind).toBe('accept');
      }),
      { numRuns: 1_000 },
    );
  });
});
