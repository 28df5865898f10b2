import { expect, test } from 'vitest';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import {
  sendJson,
  sendJsonError,
  sendPlainError,
  sendTooManyRequests,
  toJsonError,
} from '../../../../src/framework/middleware/plain-responses.ts';
import type { RequestKind } from '../../../../src/framework/middleware/request-kind.ts';
import { serveListener } from '../../../support/serve-listener.ts';

type Response = Parameters<typeof sendJson>[0];

/** A response as a client receives it. */
const receive = async (send: (response: Response) => void) => {
  const response = await fetch(await serveListener((_, outgoing) => send(outgoing)));
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cacheControl: response.headers.get('cache-control'),
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};

const JSON_TYPE = 'application/json; charset=utf-8';

test('a JSON response is not cached', async () => {
  expect(await receive((response) => sendJson(response, 201, { name: 'Žižek' }))).toMatchObject({
    status: 201,
    type: JSON_TYPE,
    cacheControl: 'no-store',
    text: '{"name":"Žižek"}',
  });
});

test('a JSON error has its status in the body, with the standard message unless another is given', async () => {
  expect(await receive((response) => sendJsonError(response, 414))).toMatchObject({
    status: 414,
    type: JSON_TYPE,
    cacheControl: 'no-store',
    text: '{"statusCode":414,"statusMessage":"URI Too Long"}',
  });
  expect((await receive((response) => sendJsonError(response, 403, 'Not yours.'))).text).toBe(
    '{"statusCode":403,"statusMessage":"Not yours."}',
  );
});

test('the JSON error of an endpoint is not cached and has the given headers', async () => {
  const response = toJsonError(405, undefined, { allow: 'POST' });

  expect(response.status).toBe(405);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('allow')).toBe('POST');
  expect(await response.json()).toEqual({ statusCode: 405, statusMessage: 'Method Not Allowed' });
});

test('a plain error is the standard message of its status', async () => {
  expect(await receive((response) => sendPlainError(response, 404))).toMatchObject({
    status: 404,
    type: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    text: 'Not Found',
  });
});

const receiveTooManyRequests = async (kind: RequestKind, waitS = 7) =>
  receive((response) => sendTooManyRequests(response, kind, waitS));

test.each([
  ['page', 'text/html; charset=utf-8'],
  ['action', 'text/html; charset=utf-8'],
  ['payload', 'text/plain; charset=utf-8'],
  ['endpoint', JSON_TYPE],
  ['file', JSON_TYPE],
  ['picture', JSON_TYPE],
] as const)('a request of kind %s over the limit gets 429 as %s', async (kind, type) => {
  expect(await receiveTooManyRequests(kind)).toMatchObject({
    status: 429,
    type,
    cacheControl: 'no-store',
    retryAfter: '7',
  });
});

test('the document with status 429 tells a visitor how long to wait', async () => {
  expect((await receiveTooManyRequests('page', 1)).text).toContain('wait for 1 second. Then');
  expect((await receiveTooManyRequests('page', 20)).text).toContain('wait for 20 seconds. Then');
});

test('requests over the limit are counted by kind', async () => {
  const read = async () => {
    const text = await registry.getSingleMetricAsString('http_limited_requests_total');
    return Number(/\{kind="picture"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await read();
  await receiveTooManyRequests('picture');

  expect(await read()).toBe(before + 1);
});
