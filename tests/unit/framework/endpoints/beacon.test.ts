import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBeaconEndpoint } from '../../../../src/framework/endpoints/beacon.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const CLIENT = '198.51.100.7';

const openEndpoint = (perMinute = 100) => {
  const recorded: string[] = [];
  const endpoint = createBeaconEndpoint({
    schema: z.strictObject({ text: z.string() }),
    perMinute,
    record: ({ text }) => recorded.push(text),
  });
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

test.each(['', 'text', '[]', '{"text":1}', '{"text":"slow","more":1}', null])(
  'the body %j is rejected and not recorded',
  async (body) => {
    const { recorded, send } = openEndpoint();

    expect((await send(body)).status).toBe(400);
    expect(recorded).toEqual([]);
  },
);

test('a report has at most 4,096 characters', async () => {
  const { recorded, send } = openEndpoint();
  const longest = 'x'.repeat(4_096 - report('').length);

  expect((await send(report(longest))).status).toBe(204);
  expect((await send(report(`${longest}x`))).status).toBe(400);
  // Longer than the 64 KB that `readBody` accepts.
  expect((await send(report('x'.repeat(70_000)))).status).toBe(400);
  expect(recorded).toEqual([longest]);
});

test('a report that is not sent with POST gets 405', async () => {
  const { send } = openEndpoint();
  const response = await send(null, { method: 'GET' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('reports are rate-limited per client', async () => {
  const { recorded, send } = openEndpoint(2);
  await send(report('first'));
  await send(report('second'));
  const response = await send(report('third'));

  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(report('of another client'), { address: '198.51.100.8' })).status).toBe(204);
  expect(recorded).toEqual(['first', 'second', 'of another client']);
});
