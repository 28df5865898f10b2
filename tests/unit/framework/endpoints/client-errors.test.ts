import { expect, test, vi } from 'vitest';
import { createClientErrorsEndpoint } from '../../../../src/framework/endpoints/client-errors.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const warn = vi.spyOn(log, 'warn');

const openEndpoint = () => {
  const endpoint = createClientErrorsEndpoint({
    toCanonicalPath: (path) => path,
    redirectOf: () => null,
    findRedirect: async () => null,
    toRoutePattern: (path) => (path.startsWith('/news/') ? '/news/[slug]' : null),
  });
  return (body: string | null, { method = 'POST', address = '198.51.100.7' } = {}): Promise<Response> =>
    handleRequest(endpoint, new Request('http://site/api/client-errors', { method, body }), (c) =>
      c.set('address', address),
    );
};

const report = (fields: object = {}): string => JSON.stringify({ path: '/unknown', stage: 'chunk', ...fields });

const read = () => registry.metrics();

test('a report is counted by stage, logged with the route pattern instead of its path, and answered without a body', async () => {
  const send = openEndpoint();
  const { status, headers } = await send(report({ path: '/news/ada-lovelace' }));
  await send(report());

  expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 204, cache: 'no-store' });
  expect(await read()).toContain('client_errors_total{stage="chunk"} 2\n');
  expect(await read(), 'from the start').toContain('client_errors_total{stage="render"} 0\n');
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { route: '/news/[slug]', stage: 'chunk' },
    { route: 'other', stage: 'chunk' },
  ]);
});

test.each([
  ['of an unknown stage', report({ stage: 'another' }), 400],
  ['whose path is relative', report({ path: 'faq' }), 400],
  ['with an additional field', report({ message: 'typed by a visitor' }), 400],
  ['that is not JSON', 'text', 400],
  ['that is missing', null, 400],
  ['of more than 64 KB', report({ path: `/${'x'.repeat(70_000)}` }), 413],
])('a report %s is rejected', async (_, body, status) => {
  const before = await read();

  expect((await openEndpoint()(body)).status).toBe(status);
  expect(await read()).toBe(before);
});

test('a report that is not sent with POST gets 405', async () => {
  const response = await openEndpoint()(null, { method: 'GET' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a client may send 20 reports a minute', async () => {
  const send = openEndpoint();
  for (let at = 0; at < 20; at += 1) expect((await send(report())).status).toBe(204);
  const response = await send(report());

  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(report(), { address: '198.51.100.8' })).status).toBe(204);
});
