import { describe, expect, test } from 'vitest';
import { checkMetricsAccess } from '../../../../src/framework/endpoints/metrics-access.ts';

describe('the metrics', () => {
  const accessOf = (
    rules: Partial<Parameters<typeof checkMetricsAccess>[1]> = {},
    headers: Record<string, string> = {},
    remoteAddress: string | undefined = '127.0.0.1',
  ) =>
    checkMetricsAccess(
      { headers, socket: { remoteAddress } },
      { metricsToken: null, url: 'http://localhost:8080', ...rules },
    );

  test('are open only to clients that send the configured token, from any address', () => {
    const rules = { metricsToken: 'a-token-of-16-characters', url: 'https://example.org' };

    expect(accessOf(rules, { authorization: 'Bearer a-token-of-16-characters' }, '198.51.100.7')).toBe('open');
    expect(accessOf(rules, { authorization: 'Bearer another' })).toBe('unauthorised');
    expect(accessOf(rules)).toBe('unauthorised');
  });

  test('require the token in its exact case, but accept the scheme name in any case', () => {
    const rules = { metricsToken: 'a-token-of-16-characters', url: 'https://example.org' };

    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(accessOf(rules, { authorization: `${scheme} a-token-of-16-characters` })).toBe('open');
    expect(accessOf(rules, { authorization: 'Bearer A-TOKEN-OF-16-CHARACTERS' })).toBe('unauthorised');
    expect(accessOf(rules, { authorization: 'Basic a-token-of-16-characters' })).toBe('unauthorised');
    expect(accessOf(rules, { authorization: 'a-token-of-16-characters' })).toBe('unauthorised');
  });

  test('are open to clients on this machine if no token is configured and the site has no public URL', () => {
    expect(accessOf()).toBe('open');
    expect(accessOf({}, {}, '::ffff:127.0.0.1')).toBe('open');
    expect(accessOf({}, {}, '::1')).toBe('open');
  });

  test.each([
    ['another machine sends the request', {}, {}, '192.168.1.7'],
    ['a proxy on this machine forwards the request', {}, { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1'],
    ['the site has a public URL', { url: 'https://example.org' }, {}, '127.0.0.1'],
    ['the address of the client is unknown', {}, {}, undefined],
  ])('are hidden if no token is configured and %s', (_, rules, headers, address) => {
    expect(
      checkMetricsAccess(
        { headers, socket: { remoteAddress: address } },
        { metricsToken: null, url: 'http://localhost:8080', ...rules },
      ),
    ).toBe('hidden');
  });
});
