import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeUrl } from '../../../../src/framework/http/url-normalization.ts';
import { toCanonicalCase } from '../../../../src/site/routes.ts';

const rules = { trailingSlash: false, toCanonicalPath: toCanonicalCase };
const judge = (target: string, trailingSlash = false) => normalizeUrl(target, { ...rules, trailingSlash });

describe('the address of a request', () => {
  test.each([
    '/',
    '/faq',
    '/faq?q=Payout%20B',
    '/RSOC-for-domains-application',
    '/agb.php',
    '/events/port-of-domains',
    '/caf%C3%A9',
  ])('%s is accepted as it stands', (target) => {
    expect(judge(target).kind).toBe('accept');
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
    expect(judge(target)).toEqual({ kind: 'redirect', location });
    expect(judge(location).kind).toBe('accept');
  });

  test('with the trailing slash configured the bare path is redirected to it, files and the root are not', () => {
    expect(judge('/faq', true)).toEqual({ kind: 'redirect', location: '/faq/' });
    expect(judge('/faq/', true)).toEqual({ kind: 'accept', pathname: '/faq', search: '' });
    expect(judge('/', true).kind).toBe('accept');
    expect(judge('/agb.php', true).kind).toBe('accept');
    expect(judge('/assets/index-Ab.js', true).kind).toBe('accept');
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
  ])('%s is refused', (target) => {
    expect(judge(target).kind).toBe('refuse');
  });

  test.each(['/healthz', '/readyz', '/metrics', '/mail/send', '/api/captcha/challenge'])(
    '%s is no page: it keeps its spelling when the trailing slash is configured',
    (target) => {
      expect(judge(target, true)).toEqual({ kind: 'accept', pathname: target, search: '' });
    },
  );

  test('an address of more than 2,048 characters is too long', () => {
    expect(judge(`/${'a'.repeat(2_047)}`).kind).toBe('accept');
    expect(judge(`/${'a'.repeat(2_048)}`).kind).toBe('too-long');
  });

  test.each([
    ['http://example.org/faq?q=a', '/faq', '?q=a'],
    ['HTTPS://example.org:8443', '/', ''],
  ])('%s, with the host in it, is the address without it', (target, pathname, search) => {
    expect(judge(target)).toEqual({ kind: 'accept', pathname, search });
  });

  test('the spelling of build output is left alone', () => {
    expect(judge('/assets/(default)-CSvR.css').kind).toBe('accept');
    expect(judge('/RSC/R/RSOC-for-domains-application.txt').kind).toBe('accept');
  });

  test('whatever is asked for, a redirect stays on this host and leads to an accepted address', () => {
    const anything = fc.oneof(
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
      fc.webPath().map((path) => `/${path}//`),
    );

    fc.assert(
      fc.property(anything, fc.boolean(), (target, trailingSlash) => {
        const verdict = judge(target, trailingSlash);
        if (verdict.kind !== 'redirect') return;
        expect(verdict.location).toMatch(/^\/(?!\/)/);
        expect(judge(verdict.location, trailingSlash).kind).toBe('accept');
      }),
      { numRuns: 1_000 },
    );
  });
});
