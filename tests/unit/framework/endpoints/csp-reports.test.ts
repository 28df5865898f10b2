import { beforeEach, expect, test, vi } from 'vitest';
import { createCspReportsEndpoint } from '../../../../src/framework/endpoints/csp-reports.ts';
import { log } from '../../../../src/framework/log.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const CLIENT = '198.51.100.7';

const warn = vi.spyOn(log, 'warn');

beforeEach(() => {
  warn.mockClear();
});

const openEndpoint = () => {
  const endpoint = createCspReportsEndpoint();
  return async (body: unknown, { address = CLIENT, method = 'POST' } = {}): Promise<Response> =>
    handleRequest(
      endpoint,
      new Request('http://site/api/csp-reports', {
        method,
        headers: { 'content-type': 'application/reports+json' },
        body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
      }),
      (c) => c.set('address', address),
    );
};

const violation = (fields: object = {}) => ({
  type: 'csp-violation',
  body: {
    documentURL: 'https://www.example.com/contact?name=Ada',
    blockedURL: 'https://tracker.test/pixel.gif?visitor=1',
    effectiveDirective: 'img-src',
    sample: 'Ada',
    ...fields,
  },
});

const logged = () => warn.mock.calls.map(([details]) => details);

test('a violation is logged with the path of the page and the blocked origin, without queries or samples', async () => {
  const send = openEndpoint();
  const response = await send([violation({ sourceFile: 'https://www.example.com/assets/a.js?v=1' })]);

  expect(response.status).toBe(204);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(logged()).toEqual([
    {
      directive: 'img-src',
      blocked: 'https://tracker.test',
      page: '/contact',
      source: 'https://www.example.com/assets/a.js',
    },
  ]);
});

test('each violation is logged once, however often it is reported', async () => {
  const send = openEndpoint();
  await send([violation(), violation({ sample: 'Grace' })]);
  await send([violation(), violation({ effectiveDirective: 'font-src' })]);

  expect(logged()).toMatchObject([{ directive: 'img-src' }, { directive: 'font-src' }]);
});

test.each([
  { blockedURL: 'chrome-extension://abc/inject.js' },
  { blockedURL: 'inline', sourceFile: 'moz-extension://abc' },
  { blockedURL: 'safari-web-extension' },
])('a violation by a browser extension is not logged: %o', async (fields) => {
  expect((await openEndpoint()([violation(fields)])).status).toBe(204);
  expect(logged()).toEqual([]);
});

test('reports of other types and incomplete violations are ignored', async () => {
  const send = openEndpoint();

  expect((await send([{ type: 'deprecation', body: {} }, violation({ documentURL: 1 }), violation()])).status).toBe(
    204,
  );
  expect(logged()).toHaveLength(1);
});

test('long values are truncated to 200 characters', async () => {
  await openEndpoint()([violation({ effectiveDirective: 'x'.repeat(300), blockedURL: 'y'.repeat(300) })]);

  expect(logged()).toMatchObject([{ directive: 'x'.repeat(200), blocked: 'y'.repeat(200) }]);
});

test.each([
  ['that is not JSON', 'text', 400],
  ['without the required fields', { type: 'csp-violation' }, 400],
  ['with more than 20 reports', new Array(21).fill(violation()), 400],
  ['over 64 KB', 'x'.repeat(70_000), 413],
] as const)('a body %s is rejected', async (_, body, status) => {
  expect((await openEndpoint()(body)).status).toBe(status);
  expect(logged()).toEqual([]);
});

test('a report that is not sent with POST gets 405', async () => {
  const response = await openEndpoint()('', { method: 'GET' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a client may send 20 requests with reports a minute', async () => {
  const send = openEndpoint();
  for (let at = 0; at < 20; at += 1) expect((await send([])).status).toBe(204);
  const response = await send([]);

  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send([], { address: '198.51.100.8' })).status).toBe(204);
});

test('at most 60 violations an hour are logged for all clients together', async () => {
  const send = openEndpoint();
  for (let client = 0; client < 7; client += 1) {
    const reports = Array.from({ length: 10 }, (_, at) => violation({ effectiveDirective: `${client}-${at}` }));
    expect((await send(reports, { address: `198.51.100.${client}` })).status).toBe(204);
  }

  expect(logged()).toHaveLength(60);
});
