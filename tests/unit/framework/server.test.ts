import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { log } from '../../../src/framework/log.ts';
import { listen } from '../../../src/framework/server.ts';
import { freePort } from '../../support/free-port.ts';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { openSocket, receiveAll, requestText, sendRaw } from '../../support/raw-request.ts';

const exit = vi.fn<typeof process.exit>();
vi.spyOn(process, 'exit').mockImplementation(exit);
const error = vi.spyOn(log, 'error');
const fatal = vi.spyOn(log, 'fatal');
const info = vi.spyOn(log, 'info');
const warn = vi.spyOn(log, 'warn');

// The server replaces them by faster ones.
const { Request: NativeRequest, Response: NativeResponse } = globalThis;
afterAll(() => {
  Object.assign(globalThis, { Request: NativeRequest, Response: NativeResponse });
});

beforeEach(() => {
  // They advance with the real time, but those that are pending at the end of a test never fire. One of them would exit
  // the process ten seconds after a shutdown has begun.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'], shouldAdvanceTime: true });
  for (const mock of [exit, error, fatal, info, warn]) mock.mockClear();
});

/** Shuts the servers down that still listen. */
const listening: (() => void)[] = [];
afterEach(async () => {
  for (const terminate of listening.splice(0)) {
    exit.mockClear();
    terminate();
    await expect.poll(() => exit.mock.calls).toContainEqual([0]);
  }
});

type Fetch = Parameters<typeof listen>[0]['fetch'];
type Options = Partial<Omit<Parameters<typeof listen>[0], 'draining' | 'fetch'>>;

/**
 * Listens on a free port. The listeners that `listen` adds to the process are removed and returned as functions, since
 * Vitest listens to the same events.
 */
const start = async (fetch: Fetch, options: Options = {}) => {
  const port = options.port ?? (await freePort());
  const draining = new AbortController();
  listen({
    fetch,
    url: 'http://localhost:8080',
    host: '127.0.0.1',
    port,
    maxConnections: 100,
    trustProxy: [],
    requestTimeoutS: 30,
    stopDrainMs: 0,
    securityHeaders: { 'x-content-type-options': 'nosniff' },
    beforeExit: async () => undefined,
    ...options,
    draining,
  });
  const [onTerminate, onInterrupt] = [process.listeners('SIGTERM').at(-1), process.listeners('SIGINT').at(-1)];
  const onException = process.listeners('uncaughtException').at(-1);
  const onRejection = process.listeners('unhandledRejection').at(-1);
  if (!onTerminate || !onInterrupt || !onException || !onRejection) throw new Error('There are no listeners.');
  process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt);
  process.off('uncaughtException', onException).off('unhandledRejection', onRejection);
  return {
    url: `http://127.0.0.1:${port}`,
    draining,
    terminate: () => onTerminate('SIGTERM'),
  };
};

/** Like `start`, but waits until the server listens and shuts it down when the test ends. */
const serve = async (fetch: Fetch, options: Options = {}) => {
  const server = await start(fetch, options);
  await expect.poll(() => info.mock.calls.map(([, message]) => message)).toContain('listening');
  listening.push(server.terminate);
  return server;
};

const answer: Fetch = () => new Response('a page');

test.each([
  ['that is not HTTP', 'HELLO\r\n\r\n', 400],
  ['with headers over 16 KB', requestText('GET', '/', { 'x-long': 'x'.repeat(16 * 1024) }), 431],
  ['for a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n', 405],
  ['with an unknown expectation', requestText('GET', '/', { expect: 'a miracle' }), 417],
  ['with a host that no URL can contain', requestText('GET', '/', { host: '[:::]' }), 400],
  ['with a backslash in its path', requestText('GET', '/a\\b'), 400],
])('a request %s is rejected with a JSON error and the security headers', async (_, bytes, statusCode) => {
  const { url } = await serve(answer);
  const { status, headers, text } = await sendRaw(url, bytes);

  expect(status).toBe(statusCode);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  });
  expect(JSON.parse(text)).toMatchObject({ statusCode });
});

test('a client that does not finish its headers within a third of the request timeout gets 408', async () => {
  const { url } = await serve(answer, { requestTimeoutS: 0.3 });

  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nhost: a\r\n')).toMatchObject({ status: 408 });
});

test.each([1, 2, 5])('requests are answered with a request timeout of %i s', async (requestTimeoutS) => {
  const { url } = await serve(answer, { requestTimeoutS });

  expect((await fetch(url)).status).toBe(200);
});

test.each([
  ['malformed bytes', 'HELLO\r\n\r\n'],
  ['a request for a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n'],
  ['an unknown expectation', requestText('GET', '/', { expect: 'a miracle' })],
])('%s after an unanswered request: no response, which the client would assign to that request', async (_, bytes) => {
  const { url } = await serve(() => new Promise(() => undefined));

  expect(await sendRaw(url, requestText('GET', '/', { connection: 'keep-alive' }) + bytes)).toMatchObject({
    status: 0,
    text: '',
  });
});

const openConnection = (url: string, localAddress = '127.0.0.1') => {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), localAddress }).on('error', () => undefined);
};

/** Opens a connection from an address of this machine and resolves when it has got a response, which ends its request. */
const openIdle = async (url: string, localAddress?: string) => {
  const socket = openConnection(url, localAddress);
  const state = { isClosed: false };
  socket.once('close', () => {
    state.isClosed = true;
  });
  socket.write(requestText('GET', '/', { connection: 'keep-alive' }));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return { socket, state };
};

test('when all connections are taken, a new one replaces the one that has been idle for longest', async () => {
  const { url } = await serve(answer, { maxConnections: 4, trustProxy: ['127.0.0.0/8'] });
  const first = await openIdle(url);
  const others = [await openIdle(url), await openIdle(url), await openIdle(url)];
  // A further request makes it the one that has been idle for the shortest time.
  first.socket.write(requestText('GET', '/', { connection: 'keep-alive' }));
  await once(first.socket, 'data');

  expect(await sendRaw(url, requestText('GET', '/'))).toMatchObject({ status: 200 });
  await expect.poll(() => others.map(({ state }) => state.isClosed)).toEqual([true, false, false]);
  expect(first.state.isClosed).toBe(false);
  expect(warn.mock.calls.map(([details]) => details)).toEqual([{ limit: 4, limitPerClient: 1 }]);
  for (const { socket } of [first, ...others]) socket.destroy();
});

test('connections with an unanswered request are not replaced: new ones are closed', async () => {
  let requests = 0;
  const answered = Promise.withResolvers<Response>();
  const hang: Fetch = () => {
    requests += 1;
    return answered.promise;
  };
  const { url } = await serve(hang, { maxConnections: 2, trustProxy: ['127.0.0.0/8'] });
  const busy = [openConnection(url), openConnection(url)];
  for (const socket of busy) socket.write(requestText('GET', '/', { connection: 'keep-alive' }));
  await expect.poll(() => requests).toBe(2);

  expect(await sendRaw(url, requestText('GET', '/'))).toMatchObject({ status: 0 });
  expect(requests).toBe(2);
  answered.resolve(new Response('a page'));
  for (const socket of busy) socket.destroy();
});

test('a client has at most a quarter of the connections, so another one always gets one', async () => {
  const { url } = await serve(answer, { maxConnections: 8 });
  const own: Awaited<ReturnType<typeof openIdle>>[] = [];
  for (let count = 0; count < 12; count += 1) own.push(await openIdle(url, '127.0.0.2'));
  await expect.poll(() => own.filter(({ state }) => !state.isClosed)).toHaveLength(2);

  const other = await openIdle(url, '127.0.0.3');
  expect(other.state.isClosed).toBe(false);
  expect(own.slice(-2).map(({ state }) => state.isClosed)).toEqual([false, false]);
  for (const { socket } of [...own, other]) socket.destroy();
});

test('pipelined requests are handled one after the other, so that other connections need not wait for all', async () => {
  const handled: string[] = [];
  const first = Promise.withResolvers<void>();
  const { url } = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    handled.push(pathname);
    if (pathname === '/1') await first.promise;
    return new Response(pathname);
  });
  const open = { connection: 'keep-alive' };
  const pipelined = [requestText('GET', '/1', open), requestText('GET', '/2', open), requestText('GET', '/3')];
  const answers = sendRaw(url, pipelined.join(''));
  await expect.poll(() => handled).toEqual(['/1']);
  await fetch(`${url}/other`);
  first.resolve();

  expect((await answers).text.match(/\/\d(?=HTTP|$)/g)).toEqual(['/1', '/2', '/3']);
  expect(handled).toEqual(['/1', '/other', '/2', '/3']);
});

test('a connection with more than 100 waiting requests is closed', async () => {
  const first = Promise.withResolvers<void>();
  onTestFinished(() => first.resolve());
  const { url } = await serve(() => first.promise.then(() => new Response('late')));
  const waiting = requestText('GET', '/', { connection: 'keep-alive' });

  expect(await sendRaw(url, waiting.repeat(102))).toMatchObject({ status: 0, text: '' });
});

test('a client that closes its half of the connection after the request gets the response', async () => {
  const late = Promise.withResolvers<void>();
  const { url } = await serve(async (request) => {
    if (!request.url.endsWith('/late')) return new Response('a page');
    await late.promise;
    return new Response('a late page');
  });
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const received = receiveAll(socket);
  socket.end(requestText('GET', '/late', { connection: 'keep-alive' }));
  await once(socket, 'finish');
  // Another request on another connection: the server has seen the end of the first one by then.
  await fetch(url);
  late.resolve();

  expect(await received).toMatchObject({ status: 200, text: expect.stringContaining('a late page') });
});

test('a graceful shutdown finishes open requests, then runs beforeExit, and exits with code 0', async () => {
  const open: ((response: Response) => void)[] = [];
  const work = Promise.withResolvers<void>();
  const beforeExit = vi.fn((_limitMs: number) => work.promise);
  const handle: Fetch = (request) =>
    request.url.endsWith('/open')
      ? new Promise((resolve) => {
          open.push(resolve);
        })
      : new Response('a page');
  const { url, draining, terminate } = await start(handle, { beforeExit });
  const socket = openSocket(url);
  const received = receiveAll(socket);
  socket.write(requestText('GET', '/open', { connection: 'keep-alive' }));
  await expect.poll(() => open).toHaveLength(1);

  terminate();
  expect(draining.signal.aborted).toBe(true);
  await expect.poll(() => fetch(url).catch(() => 'closed')).toBe('closed');
  expect(beforeExit).not.toHaveBeenCalled();
  open[0]?.(new Response('the last page'));
  expect(await received).toMatchObject({ status: 200, text: expect.stringContaining('the last page') });
  await expect.poll(() => beforeExit.mock.calls).toEqual([[expect.any(Number)]]);
  expect(beforeExit.mock.calls[0]?.[0]).toBeLessThanOrEqual(9_500);
  expect(exit).not.toHaveBeenCalledWith(0);
  work.resolve();
  await expect.poll(() => exit.mock.calls).toContainEqual([0]);
});

test('a shutdown whose beforeExit fails logs the error and exits with code 0', async () => {
  const failure = new Error('no disk');
  const { terminate } = await start(answer, { beforeExit: () => Promise.reject(failure) });
  terminate();

  await expect.poll(() => exit.mock.calls).toContainEqual([0]);
  expect(error.mock.calls.map(([details]) => details)).toEqual([{ err: failure }]);
});

test('a port that is in use is logged, and the process exits with code 1', async () => {
  const other = createServer();
  const port = await listenOnLoopback(other);
  onTestFinished(() => {
    other.close();
  });
  await start(answer, { port });

  await expect.poll(() => exit.mock.calls).toContainEqual([1]);
  expect(fatal.mock.calls.map(([, message]) => message)).toEqual([`cannot listen on 127.0.0.1:${port}`]);
});
