import { type Context, Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Env } from '../../../../src/framework/context.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { requestId, requestLog } from '../../../../src/framework/middleware/request-log.ts';
import { openSocket, requestText } from '../../../support/raw-request.ts';
import { serveFetch } from '../../../support/serve-fetch.ts';

const info = vi.spyOn(log, 'info');

/** Serves responses whose requests are logged. */
const serve = (respond: (c: Context<Env>) => Response | Promise<Response>): Promise<string> => {
  const app = new Hono<Env>();
  app.use(requestId(), requestLog(), (c, next) => {
    c.set('pathname', c.req.path);
    return next();
  });
  app.all('*', respond);
  return serveFetch(app.fetch);
};

const lastEntry = () => info.mock.lastCall?.[0];

test('a request has the id that a proxy set, or an id of its own', async () => {
  const origin = await serve(() => new Response('a page'));
  const idOf = async (headers: Record<string, string>) => {
    info.mockClear();
    await (await fetch(origin, { headers })).text();
    await expect.poll(lastEntry).toMatchObject({ status: 200 });
    return z.object({ id: z.string() }).parse(lastEntry()).id;
  };

  expect(await idOf({ 'x-request-id': 'set-by-a-proxy' })).toBe('set-by-a-proxy');
  const own = [await idOf({}), await idOf({}), await idOf({ 'x-request-id': 'no id: "' })];
  expect(new Set(own).size).toBe(3);
  for (const id of own) expect(id).toMatch(/^[\da-f-]{36}$/);
});

test('a client that disconnects before the response is logged as status 499, not as an error', async () => {
  const error = vi.spyOn(log, 'error');
  const arrived = Promise.withResolvers<void>();
  const origin = await serve(({ req }) => {
    arrived.resolve();
    return new Promise((resolve) => {
      req.raw.signal.addEventListener('abort', () => resolve(new Response('too late')));
    });
  });
  const socket = openSocket(origin);
  socket.write(requestText('POST', '/contact', { 'content-length': '100' }));
  await arrived.promise;
  socket.resetAndDestroy();

  await expect.poll(lastEntry).toMatchObject({ path: '/contact', status: 499 });
  expect(error).not.toHaveBeenCalled();
});

test('a client that disconnects during the response is logged with the status that it received', async () => {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('a part')) });
  const origin = await serve(() => new Response(body, { status: 206 }));
  const socket = openSocket(origin);
  socket.once('data', () => socket.destroy());
  socket.write(requestText('GET', '/files/tour.mp4'));

  await expect.poll(lastEntry).toMatchObject({ path: '/files/tour.mp4', status: 206 });
});

test('responses are counted by method and status class, with all unknown methods as "other"', async () => {
  const origin = await serve(() => new Response(null, { status: 418 }));
  for (const method of ['GET', 'GET', 'OPTIONS']) await fetch(origin, { method });
  const text = () => registry.metrics();

  await expect.poll(text).toContain('http_requests_total{method="other",status="4xx",kind="page"} 1\n');
  expect(await text()).toContain('http_requests_total{method="GET",status="4xx",kind="page"} 2\n');
});
