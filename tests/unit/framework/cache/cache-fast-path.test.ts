import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCacheFastPath } from '../../../../src/framework/cache/cache-fast-path.ts';
import { toCachedResponse } from '../../../../src/framework/cache/cached-response.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { createRequestLog } from '../../../../src/framework/middleware/request-log.ts';

/** More bytes than the buffers of a loopback connection hold. */
const LARGE = 32 * 1024 * 1024;
/** How long the client waits before it reads the response. */
const READS_AFTER_MS = 300;

/** The number and the total duration of the responses to page requests. */
const readDurations = async (): Promise<{ count: number; sumS: number }> => {
  const text = await registry.getSingleMetricAsString('http_request_duration_seconds');
  const read = (name: string) =>
    Number(new RegExp(`^http_request_duration_seconds_${name}\\{kind="page"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { count: read('count'), sumS: read('sum') };
};

const listen = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const openFastPath = async (bytes: Uint8Array): Promise<number> => {
  const response = toCachedResponse({ status: 200, bytes, headers: { 'content-type': 'text/html' } });
  const answerFromCache = createCacheFastPath({
    find: (url) => (url === '/' ? { response, state: 'hit' } : null),
    isPublic: (cookies) => cookies !== 'preview=1',
    securityHeaders: { 'x-content-type-options': 'nosniff' },
    openLogEntry: createRequestLog(new AbortController().signal),
    kindOf: () => 'page',
  });
  return listen((request, response) => {
    if (!answerFromCache(request, response)) response.writeHead(404).end();
  });
};

test('a hit has the security headers, the request id, Server-Timing and Vary', async () => {
  const port = await openFastPath(new TextEncoder().encode('<p>cached</p>'));
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-request-id': 'given-by-a-proxy' } });

  expect(await response.text()).toBe('<p>cached</p>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-request-id': 'given-by-a-proxy',
    'server-timing': 'cache;desc=hit',
    vary: 'accept-encoding',
  });
});

test.each([
  ['another URL', '/other', {}],
  ['a POST request', '/', { method: 'POST' }],
  ['a preview', '/', { headers: { cookie: 'preview=1' } }],
])('%s is left to the pipeline', async (_, path, init) => {
  const port = await openFastPath(new TextEncoder().encode('<p>cached</p>'));

  expect((await fetch(`http://127.0.0.1:${port}${path}`, init)).status).toBe(404);
});

test('a hit is logged at level debug', async () => {
  const debug = vi.spyOn(log, 'debug');
  const info = vi.spyOn(log, 'info');
  const port = await openFastPath(new TextEncoder().encode('<p>cached</p>'));
  await (await fetch(`http://127.0.0.1:${port}/`)).text();

  const line = expect.objectContaining({ method: 'GET', path: '/', status: 200 });
  await expect.poll(() => debug.mock.calls).toEqual([[line, 'request']]);
  expect(info).not.toHaveBeenCalled();
});

test('the measured duration of a hit ends when the client has received the whole response', async () => {
  const port = await openFastPath(new Uint8Array(LARGE));
  const before = await readDurations();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n');
  await once(socket, 'readable');
  await setTimeout(READS_AFTER_MS);
  expect((await readDurations()).count).toBe(before.count);

  socket.resume();
  await expect.poll(async () => (await readDurations()).count).toBe(before.count + 1);
  expect((await readDurations()).sumS - before.sumS).toBeGreaterThan((READS_AFTER_MS / 1_000) * 0.9);
});
