import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { handleInOrder } from '../../../../src/framework/middleware/pipelining.ts';

type Handled = { readonly url: string; readonly response: ServerResponse };

/** A server that leaves every request open until the test responds to it. */
const startServer = async () => {
  const handled: Handled[] = [];
  const { listener } = handleInOrder((request: IncomingMessage, response: ServerResponse) => {
    handled.push({ url: request.url ?? '', response });
  });
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const openClient = async (): Promise<{ socket: Socket; text: () => string }> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    await once(socket, 'connect');
    return { socket, text: () => text };
  };
  return { handled, received: () => received, openClient };
};

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const urls = (handled: readonly Handled[]) => handled.map(({ url }) => url);

test('pipelined requests are handled one after another, and answered in the order in which they were sent', async () => {
  const { handled, received, openClient } = await startServer();
  const { socket, text } = await openClient();
  socket.write(get('/1') + get('/2') + get('/3'));
  await expect.poll(received).toBe(3);

  for (const [at, url] of ['/1', '/2', '/3'].entries()) {
    await expect.poll(() => urls(handled).at(-1)).toBe(url);
    expect(handled).toHaveLength(at + 1);
    handled.at(-1)?.response.end(`answer ${url}.`);
  }
  await expect.poll(text).toMatch(/answer \/1\.[\s\S]*answer \/2\.[\s\S]*answer \/3\./);
});

test('requests of other connections do not wait for pipelined requests', async () => {
  const { handled, openClient } = await startServer();
  const [first, second] = [await openClient(), await openClient()];
  first.socket.write(get('/1') + get('/2'));
  await expect.poll(() => urls(handled)).toEqual(['/1']);
  second.socket.write(get('/other'));

  await expect.poll(() => urls(handled)).toEqual(['/1', '/other']);
});

test('a connection is reused after its response', async () => {
  const { handled, openClient } = await startServer();
  const { socket, text } = await openClient();
  for (const url of ['/1', '/2', '/3']) {
    socket.write(get(url));
    await expect.poll(() => urls(handled).at(-1)).toBe(url);
    handled.at(-1)?.response.end(`answer ${url}.`);
    await expect.poll(text).toContain(`answer ${url}.`);
  }
});

test('requests that wait on a connection are not handled once it is closed', async () => {
  const { handled, received, openClient } = await startServer();
  const { socket } = await openClient();
  socket.write(get('/1') + get('/2') + get('/3'));
  await expect.poll(received).toBe(3);
  socket.resetAndDestroy();
  await expect.poll(() => handled[0]?.response.destroyed).toBe(true);
  const other = await openClient();
  other.socket.write(get('/other'));

  await expect.poll(() => urls(handled)).toContain('/other');
  expect(urls(handled)).toEqual(['/1', '/other']);
});

test('a connection with more than a hundred waiting requests is closed', async () => {
  const { handled, openClient } = await startServer();
  const { socket } = await openClient();
  const closed = once(socket, 'close');
  socket.write(get('/1').repeat(102));
  await closed;

  expect(handled).toHaveLength(1);
});
