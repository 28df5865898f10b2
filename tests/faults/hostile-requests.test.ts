import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { multipartForm, openSocket, receiveAll, requestText, sendRaw } from '../support/raw-request.ts';
import { shareSite } from '../support/site-process.ts';

/** The headers of a request have to arrive within a third of this. Long enough for a busy machine, short enough for a test. */
const REQUEST_TIMEOUT_S = 6;

const site = shareSite({
  REQUEST_TIMEOUT_S: String(REQUEST_TIMEOUT_S),
  // At this level the log contains cache hits too.
  LOG_LEVEL: 'debug',
  REVALIDATE_SECRET: 'secret-of-the-hostile-tests',
});
let action: string;

beforeAll(async () => {
  const html = await (await fetch(`${site.url}/contact`)).text();
  action = /&quot;id&quot;:&quot;([\da-f]+#sendContact)&quot;/.exec(html)?.[1] ?? '';
});

// The next functions return the raw text of a request.
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  requestText(method, target, headers);
const post = (target: string, body: string, headers: Record<string, string> = {}) =>
  requestText('POST', target, headers, body);
const postForm = (target: string, fields: readonly (readonly [string, string])[], headers = {}) => {
  const form = multipartForm(fields);
  return post(target, form.body, { ...form.headers, ...headers });
};
const call = (body: string, headers: Record<string, string> = { 'content-type': 'text/plain' }) =>
  post(`/RSC/F/${action.replace('#', '/')}.txt`, body, headers);
/** The form fields in which React sends a server action with its bound arguments. */
const boundFields = (state = '[{"status":"new"}]') =>
  [
    ['$ACTION_REF_1', ''],
    ['$ACTION_1:0', `{"id":"${action}","bound":"$@1"}`],
    ['$ACTION_1:1', state],
    ['$ACTION_KEY', 'p/contact#answer'],
  ] as const;

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** A malicious request, and the statuses that the site may return. */
type HostileRequest = readonly [name: string, bytes: () => string, ...statuses: readonly number[]];

const urls: readonly HostileRequest[] = [
  ['path traversal', () => get('/../../../../etc/passwd'), 308],
  ['path traversal in assets', () => get('/assets/../../package.json'), 308],
  ['path traversal in media', () => get('/media/640/..%2f..%2fpackage.json'), 404],
  ['path traversal in social cards', () => get('/og/..%2f..%2f..%2fetc/passwd'), 404],
  ['path traversal in an RSC payload', () => get('/RSC/R/..%2f..%2fpackage.json.txt'), 404],
  ['path traversal in a stored RSC payload', () => get('/payloads/..%2f..%2fpackage.json'), 404],
  ['a dotfile', () => get('/.env'), 404],
  ['a path that looks like a host', () => get('//evil.test/faq'), 308],
  ['raw bytes that are not UTF-8', () => get('/\xff\xfe'), 400],
  ['the path __proto__', () => get('/__proto__'), 404],
  ['the absolute form with another host', () => get('http://evil.test/faq'), 200],
  ['the absolute form with another protocol', () => get('ftp://evil.test/faq'), 400, 404],
  ['the asterisk form', () => get('*', {}, 'OPTIONS'), 400],
];

// security-headers.test.ts sends more of them.
const headers: readonly HostileRequest[] = [
  ['101 headers', () => get('/', Object.fromEntries(range(101).map((at) => [`x${at}`, '1']))), 431],
  ['two hosts', () => 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400],
  ['an invalid host', () => get('/faq', { host: ']/../' }), 400],
  ['a null byte', () => get('/', { 'x-a': 'b\0c' }), 400],
  ['TRACE', () => get('/', {}, 'TRACE'), 405],
  ['HTTP/0.9', () => 'GET /faq\r\n\r\n', 400],
  // Request smuggling.
  [
    'a content length with chunked encoding',
    () => post('/mail/send', '0\r\n\r\nGET /x HTTP/1.1\r\n', { 'transfer-encoding': 'chunked' }),
    400,
  ],
  ['two content lengths', () => post('/mail/send', 'hello', { 'Content-Length': '6' }), 400],
];

/** One body of each kind: unit tests of the modules that read them list what is rejected. */
const bodies: readonly HostileRequest[] = [
  [
    'a reference to a prototype in bound arguments',
    () => postForm('/contact', boundFields('["$1:__proto__:constructor"]')),
    400,
  ],
  ['a call of Object.prototype.constructor', () => post('/RSC/F/constructor/constructor.txt', '[]'), 404],
  ['an action call with references', () => call('["$F1","$Q2","$@3","$1:__proto__:constructor"]'), 400],
  ['an action call over the size limit', () => call(`["${'x'.repeat(70_000)}"]`), 413],
  ['a payload with a malformed query', () => get('/RSC/R/news.txt?query=%E0%A4%A'), 200, 400, 404],
  [
    'a payload with hostile ETags',
    () => get('/RSC/R/faq.txt', { 'x-waku-etags': '{"__proto__":{"a":1},"root":1}' }),
    200,
  ],
];

const expectStatus = async (bytes: string, statuses: readonly number[]): Promise<void> => {
  const { status, headers, text } = await sendRaw(site.url, bytes);

  expect(statuses).toContain(status);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/root:|"dependencies"|node_modules|\bat [^"]+:\d+:\d+/);
};

describe.each([
  ['URLs', urls],
  ['headers', headers],
  ['bodies', bodies],
] as const)('%s', (_, requests) => {
  test.each(requests.map(([name, bytes, ...statuses]) => [name, statuses.join(' or '), bytes, statuses] as const))(
    '%s: status %s',
    (_name, _statuses, bytes, statuses) => expectStatus(bytes(), statuses),
  );
});

test('a connection stays usable after a body that was too large', async () => {
  const socket = openSocket(site.url);
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  const closed = once(socket, 'close');
  const headers = { 'content-type': 'multipart/form-data; boundary=x', connection: 'keep-alive' };
  socket.write(requestText('POST', '/contact', headers, 'x'.repeat(3_000_000)));
  await expect.poll(() => received).toContain('HTTP/1.1 413');
  expect(received).toContain('keep-alive');
  // Longer than the 500 ms after which Hono's Node.js adapter closes a connection whose body it has not read.
  await sleep(1_000);
  socket.write(get('/healthz'));
  await closed;

  expect(received).toContain('HTTP/1.1 200');
});

test.each([
  ['/', 200],
  ['/no-such-page', 404],
  ['/api/captcha/challenge', 200],
])('an HTTP/1.0 request for %s without a Host header returns %i', async (target, expected) => {
  // Twice, because the second response may come from the cache.
  for (const _ of [1, 2]) expect((await sendRaw(site.url, `GET ${target} HTTP/1.0\r\n\r\n`)).status).toBe(expected);
});

describe.concurrent('slow clients', () => {
  // tests/unit/framework/server.test.ts tests headers that are sent slowly.
  test('a body sent byte by byte times out, while other requests are served', async () => {
    const responses = range(10).map(() => {
      const socket = openSocket(site.url);
      const response = receiveAll(socket);
      socket.write(
        'POST /mail/send HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
      );
      const timer = setInterval(() => socket.write('a'), 100);
      socket.once('close', () => clearInterval(timer));
      return response;
    });
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);

    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(10).fill(408));
  });

  test('a client that does not read its responses is disconnected after the timeout', async () => {
    const socket = openSocket(site.url);
    socket.write('GET /faq HTTP/1.1\r\nhost: 127.0.0.1\r\nx-request-id: does-not-read\r\n\r\n'.repeat(90));
    const line = () =>
      site
        .output()
        .split('\n')
        .findLast((text) => text.includes('"does-not-read"')) ?? '{}';

    await expect
      .poll(() => JSON.parse(line()).ms, { timeout: 5 * REQUEST_TIMEOUT_S * 1_000 })
      .toBeGreaterThan(REQUEST_TIMEOUT_S * 500);
    socket.destroy();
  });
});

test('a valid form still reaches its action', async () => {
  const fields = [...boundFields(), ['name', '$Fancy $1:__proto__'], ['message', '']] as const;
  const { status, text } = await sendRaw(site.url, postForm('/contact', fields, { origin: site.url }));

  expect(status).toBe(200);
  expect(text).toContain('$Fancy $1:__proto__');
});

test('a valid action call from React reaches its action', async () => {
  const form = multipartForm([
    ['_1_name', 'Ada'],
    ['0', '[{"status":"new"},"$K1"]'],
  ]);
  const { status, text } = await sendRaw(site.url, call(form.body, form.headers));

  expect(status).toBe(200);
  expect(text).toContain('"status":"invalid"');
});

test('after all these requests the site works, and has logged neither errors nor stack traces', async () => {
  expect(await (await fetch(`${site.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${site.url}/`)).status).toBe(200);

  const lines = site.output().trim().split('\n');
  const unexpected = lines.filter(
    (line) => !line.startsWith('{"level":') || /"level":[56]0|"stack"|console/.test(line),
  );
  expect(unexpected).toEqual([]);
});
