import { expect, test, vi } from 'vitest';
import { createClientErrorsEndpoint } from '../../../../src/framework/endpoints/client-errors.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const warn = vi.spyOn(log, 'warn');

const endpoint = createClientErrorsEndpoint({
  toCanonicalPath: (path) => path,
  redirectOf: () => null,
  findRedirect: async () => null,
  toRoutePattern: (path) => (path.startsWith('/news/') ? '/news/[slug]' : null),
});

const send = async (report: unknown): Promise<number> => {
  const request = new Request('http://site/api/client-errors', { method: 'POST', body: JSON.stringify(report) });
  return (await handleRequest(endpoint, request, (c) => c.set('address', '127.0.0.1'))).status;
};

const read = () => registry.metrics();

test('a report is counted by stage and logged with the route pattern instead of its path', async () => {
  expect(await send({ path: '/news/ada-lovelace', stage: 'chunk' })).toBe(204);
  expect(await send({ path: '/unknown', stage: 'chunk' })).toBe(204);

  expect(await read()).toContain('client_errors_total{stage="chunk"} 2\n');
  expect(await read(), 'from the start').toContain('client_errors_total{stage="render"} 0\n');
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { route: '/news/[slug]', stage: 'chunk' },
    { route: 'other', stage: 'chunk' },
  ]);
});

test.each([
  ['of an unknown stage', { path: '/faq', stage: 'another' }],
  ['whose path is relative', { path: 'faq', stage: 'chunk' }],
  ['with an additional field', { path: '/faq', stage: 'chunk', message: 'typed by a visitor' }],
])('a report %s is rejected', async (_, report) => {
  const before = await read();

  expect(await send(report)).toBe(400);
  expect(await read()).toBe(before);
});
