import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endPrepared, KEEP_ALIVE_MS, toHeadLines } from '../../../../src/framework/cache/prepared-head.ts';

const BODY = Buffer.from('<p>ready</p>');
const HEAD = ['content-type', 'text/html; charset=utf-8', 'content-length', String(BODY.length)];
const LINES = toHeadLines(200, HEAD);
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });

const answerWith = async (listener: RequestListener): Promise<void> => {
  server.removeAllListeners('request').on('request', listener);
  if (server.listening) return;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
};

/** Everything that the server says to these bytes until it ends the connection. */
const say = async (bytes: string): Promise<string> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(bytes);
  return (await socket.toArray()).join('');
};

const get = (path: string, more = '', version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\nhost: a\r\n${more}\r\n`;

const linesOf = (answer: string): string[] =>
  (answer.split('\r\n\r\n')[0] ?? '')
    .toLowerCase()
    .replace(/\r\ndate: .*/, '')
    .split('\r\n')
    .toSorted();

/** Whether each answer could be sent from its prepared head. */
let prepared: boolean[] = [];

const answerPrepared: RequestListener = (request, response) => {
  const { url = '' } = request;
  prepared.push(endPrepared(response, { status: 200, lines: LINES, own: `x-request-id: ${url}`, body: BODY }));
  if (prepared.at(-1)) return;
  response.writeHead(200, ['x-request-id', url, ...HEAD]);
  response.end(BODY);
};

afterEach(() => {
  prepared = [];
  server.close();
});

test('an answer behind a prepared head is what Node.js would have written', async () => {
  await answerWith((request, response) => {
    response.writeHead(200, ['x-request-id', request.url ?? '', ...HEAD]);
    response.end(BODY);
  });
  const written = await say(get('/one'));
  await answerWith(answerPrepared);
  const ready = await say(get('/one'));

  expect(prepared).toEqual([true]);
  expect(linesOf(ready)).toEqual(linesOf(written));
  expect(/\r\ndate: (.*)/i.exec(ready)?.[1]).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(ready.split('\r\n\r\n')[1]).toBe(BODY.toString());
});

test('one connection gets one answer after the other, each with its own lines', async () => {
  await answerWith(answerPrepared);
  const answers = await say(get('/one') + get('/two') + get('/three'));

  expect(prepared).toEqual([true, true, true]);
  expect(answers.match(/x-request-id: \S+/g)).toEqual(['/one', '/two', '/three'].map((id) => `x-request-id: ${id}`));
  expect(answers.match(/<p>ready<\/p>/g)).toHaveLength(3);
});

test.each([
  ['a client that wants its connection ended', get('/', 'connection: close\r\n')],
  ['a client that keeps no connection', get('/', '', '1.0')],
])('%s is told so by Node.js', async (_, request) => {
  await answerWith(answerPrepared);
  const answer = await say(request);

  expect(prepared).toEqual([false]);
  expect(linesOf(answer)).toContain('connection: close');
  expect(answer).toContain(BODY.toString());
});

test('what was said of an answer before stays in it', async () => {
  await answerWith((request, response) => {
    response.setHeader('connection', 'close');
    answerPrepared(request, response);
  });
  const answer = await say(get('/'));

  expect(prepared).toEqual([false]);
  expect(linesOf(answer)).toContain('connection: close');
});

test('what may not stand in a head is refused when it is put together', () => {
  expect(() => toHeadLines(200, ['x-name', 'two\r\nlines'])).toThrow(TypeError);
  expect(() => toHeadLines(200, ['x name', 'value'])).toThrow(TypeError);
});
