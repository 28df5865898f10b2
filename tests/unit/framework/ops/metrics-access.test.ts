import { describe, expect, test } from 'vitest';
import { checkMetricsAccess } from '../../../../src/framework/ops/metrics-access.ts';

describe('the metrics', () => {
  const ask = (
    rules: Partial<Parameters<typeof checkMetricsAccess>[1]> = {},
    headers: Record<string, string> = {},
    remoteAddress: string | undefined = '127.0.0.1',
  ) =>
    checkMetricsAccess(
      { headers, socket: { remoteAddress } },
      { token: null, siteUrl: 'http://localhost:8080', ...rules },
    );

  test('are open to who brings the token, from anywhere', () => {
    const rules = { token: 'a-token-of-16-characters', siteUrl: 'https://example.org' };

    expect(ask(rules, { authorization: 'Bearer a-token-of-16-characters' }, '198.51.100.7')).toBe('open');
    expect(ask(rules, { authorization: 'Bearer another' })).toBe('unauthorised');
    expect(ask(rules)).toBe('unauthorised');
  });

  test('take the name of the scheme in any case, the token in its own only', () => {
    const rules = { token: 'a-token-of-16-characters', siteUrl: 'https://example.org' };

    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(ask(rules, { authorization: `${scheme} a-token-of-16-characters` })).toBe('open');
    expect(ask(rules, { authorization: 'Bearer A-TOKEN-OF-16-CHARACTERS' })).toBe('unauthorised');
    expect(ask(rules, { authorization: 'Basic a-token-of-16-characters' })).toBe('unauthorised');
    expect(ask(rules, { authorization: 'a-token-of-16-characters' })).toBe('unauthorised');
  });

  test('are open without a token to this machine, while the site has no public address', () => {
    expect(ask()).toBe('open');
    expect(ask({}, {}, '::ffff:127.0.0.1')).toBe('open');
    expect(ask({}, {}, '::1')).toBe('open');
  });

  test.each([
    ['another machine asks', {}, {}, '192.168.1.7'],
    ['a proxy on this machine asks', {}, { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1'],
    ['the site has a public address', { siteUrl: 'https://example.org' }, {}, '127.0.0.1'],
    ['nobody knows who asks', {}, {}, undefined],
  ])('do not exist without a token when %s', (_, rules, headers, address) => {
    expect(
      checkMetricsAccess(
        { headers, socket: { remoteAddress: address } },
        { token: null, siteUrl: 'http://localhost:8080', ...rules },
      ),
    ).toBe('hidden');
  });
});
