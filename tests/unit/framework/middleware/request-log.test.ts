import { expect, test, vi } from 'vitest';
import { log } from '../../../../src/framework/log.ts';
import { createRequestLog, requestIdOf } from '../../../../src/framework/middleware/request-log.ts';
import { openSocket, requestText } from '../../../support/raw-request.ts';
import { serveListener } from '../../../support/serve-listener.ts';

test('a request has the id that a proxy set, or an id of its own', async () => {
  const origin = await serveListener((request, response) => response.end(requestIdOf(request)));
  const idOf = async (headers: Record<string, string>) => (await fetch(origin, { headers })).text();

  expect(await idOf({ 'x-request-id': 'set-by-a-proxy' })).toBe('set-by-a-proxy');
  const own = [await idOf({}), await idOf({}), await idOf({ 'x-request-id': 'no id: "' })];
  expect(new Set(own).size).toBe(3);
  for (const id of own) expect(id).toMatch(/^[\da-f]{8}-\d+$/);
});

test('a client that disconnects before it has sent its body is logged as status 499, not as an error', async () => {
  const info = vi.spyOn(log, 'info');
  const error = vi.spyOn(log, 'error');
  const openLogEntry = createRequestLog(new AbortController().signal);
  const arrived = Promise.withResolvers<void>();
  const origin = await serveListener((request, response) => {
    openLogEntry(request, response, 'the-id');
    arrived.resolve();
  });
  const socket = openSocket(origin);
  socket.write(requestText('POST', '/contact', { 'content-length': '100' }));
  await arrived.promise;
  socket.resetAndDestroy();

  await expect.poll(() => info.mock.lastCall?.[0]).toMatchObject({ id: 'the-id', path: '/contact', status: 499 });
  expect(error).not.toHaveBeenCalled();
});

test('a client that disconnects during the response is logged with the status that it received', async () => {
  const info = vi.spyOn(log, 'info');
  const openLogEntry = createRequestLog(new AbortController().signal);
  const origin = await serveListener((request, response) => {
    openLogEntry(request, response, 'the-id');
    response.writeHead(206).write('a part');
  });
  const socket = openSocket(origin);
  socket.once('data', () => socket.destroy());
  socket.write(requestText('GET', '/files/tour.mp4'));

  await expect.poll(() => info.mock.lastCall?.[0]).toMatchObject({ status: 206 });
});
