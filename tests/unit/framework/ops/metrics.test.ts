import { describe, expect, test } from 'vitest';
import { requestKindOf } from '../../../../src/framework/http/request-kind.ts';
import { createHistogram } from '../../../../src/framework/ops/histogram.ts';
import { checkMetricsAccess } from '../../../../src/framework/ops/metrics-access.ts';
import { responseCounter, responseMetrics } from '../../../../src/framework/ops/response-metrics.ts';

test('a histogram is written as Prometheus reads it', () => {
  const histogram = createHistogram({ name: 'wait', help: 'Time.', labelNames: ['kind'], buckets: [0.5, 1] });
  for (const value of [0.5, 0.7, 30]) histogram.observe(['page'], value);

  expect(histogram.toText().split('\n')).toEqual([
    '# HELP wait Time.',
    '# TYPE wait histogram',
    'wait_bucket{kind="page",le="0.5"} 1',
    'wait_bucket{kind="page",le="1"} 2',
    'wait_bucket{kind="page",le="+Inf"} 3',
    'wait_sum{kind="page"} 31.2',
    'wait_count{kind="page"} 3',
  ]);
});

test('answers are counted by kind, method and class of status, whichever counter notes them', () => {
  const count = responseCounter({ method: 'GET', kind: 'page', status: 200 });
  count(0);
  count(3);
  responseCounter({ method: 'GET', kind: 'page', status: 204 })(0);
  responseCounter({ method: 'BREW', kind: 'page', status: 418 })(0);

  const { requests, durations } = responseMetrics();
  expect(requests).toEqual([
    { kind: 'page', method: 'GET', status: '2xx', count: 3 },
    { kind: 'page', method: 'other', status: '4xx', count: 1 },
  ]);
  expect(durations).toContain('http_request_duration_seconds_count{kind="page"} 4');
});

test.each([
  ['GET', '/', 'page'],
  ['GET', '/agb.php', 'page'],
  ['POST', '/contact', 'action'],
  ['POST', '/RSC/F/abc/send.txt', 'action'],
  ['GET', '/RSC/R/faq.txt', 'payload'],
  ['GET', '/faq/_payload.json', 'payload'],
  ['GET', '/flight/abc.txt', 'payload'],
  ['GET', '/api/icons/tabler.json', 'endpoint'],
  ['GET', '/events/x.ics', 'endpoint'],
  ['GET', '/media/640/a.jpg', 'picture'],
  ['GET', '/assets/index-a.js', 'file'],
  ['GET', '/favicon.ico', 'file'],
  ['GET', '/healthz', 'operation'],
  [undefined, '/anything/at/all', 'page'],
])('%s %s counts as %s', (method, path, kind) => {
  expect(requestKindOf(method, path)).toBe(kind);
});

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
