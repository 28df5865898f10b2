import { beforeEach, expect, test, vi } from 'vitest';
import { createCspReportsEndpoint } from '../../../../src/framework/endpoints/csp-reports.ts';
import { log } from '../../../../src/framework/log.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const warn = vi.spyOn(log, 'warn');

beforeEach(() => {
  warn.mockClear();
});

const openEndpoint = () => {
  const endpoint = createCspReportsEndpoint();
  return async (reports: unknown, address = '198.51.100.7'): Promise<Response> =>
    handleRequest(
      endpoint,
      new Request('http://site/api/csp-reports', { method: 'POST', body: JSON.stringify(reports) }),
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
  const reports = [{ type: 'deprecation', body: {} }, violation({ documentURL: 1 }), violation()];

  expect((await openEndpoint()(reports)).status).toBe(204);
  expect(logged()).toHaveLength(1);
});

test('long values are truncated to 200 characters', async () => {
  await openEndpoint()([violation({ effectiveDirective: 'x'.repeat(300), blockedURL: 'y'.repeat(300) })]);

  expect(logged()).toMatchObject([{ directive: 'x'.repeat(200), blocked: 'y'.repeat(200) }]);
});

test('a body without the required fields or with more than 20 reports is rejected', async () => {
  expect((await openEndpoint()({ type: 'csp-violation' })).status).toBe(400);
  expect((await openEndpoint()(new Array(21).fill(violation()))).status).toBe(400);
  expect(logged()).toEqual([]);
});

test('at most 60 violations an hour are logged for all clients together', async () => {
  const send = openEndpoint();
  for (let client = 0; client < 7; client += 1) {
    const reports = Array.from({ length: 10 }, (_, at) => violation({ effectiveDirective: `${client}-${at}` }));
    expect((await send(reports, `198.51.100.${client}`)).status).toBe(204);
  }

  expect(logged()).toHaveLength(60);
});
