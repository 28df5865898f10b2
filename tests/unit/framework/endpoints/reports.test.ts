import { expect, test } from 'vitest';
import { z } from 'zod';
import { createReportsEndpoint } from '../../../../src/framework/endpoints/reports.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const CLIENT = '198.51.100.7';

const openEndpoint = () => {
  const recorded: string[] = [];
  const endpoint = createReportsEndpoint(z.strictObject({ text: z.string() }), ({ text }) => recorded.push(text));
  const send = (body: string | null, { method = 'POST', address = CLIENT } = {}): Promise<Response> =>
    handleRequest(endpoint, new Request('http://site/api/report', { method, body }), (c) => c.set('address', address));
  return { recorded, send };
};

const report = (text: string): string => JSON.stringify({ text });

test('a valid report is recorded and answered without a body', async () => {
  const { recorded, send } = openEndpoint();
  const response = await send(report('slow'));

  expect(response.status).toBe(204);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(recorded).toEqual(['slow']);
});

test.each([
  ['that is not JSON', 'text', 400],
  ['that is missing', null, 400],
  ['that has other fields', '{"text":1}', 400],
  ['of more than 64 KB', report('x'.repeat(70_000)), 413],
])('a body %s is rejected and not recorded', async (_, body, status) => {
  const { recorded, send } = openEndpoint();

  expect((await send(body)).status).toBe(status);
  expect(recorded).toEqual([]);
});

test('a report that is not sent with POST gets 405', async () => {
  const { send } = openEndpoint();
  const response = await send(null, { method: 'GET' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a client may send 20 reports a minute', async () => {
  const { recorded, send } = openEndpoint();
  for (let at = 0; at < 20; at += 1) await send(report('slow'));
  const response = await send(report('too many'));

  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(report('of another client'), { address: '198.51.100.8' })).status).toBe(204);
  expect(recorded).toHaveLength(21);
});
