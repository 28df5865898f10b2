import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Env } from '../../../src/framework/context.ts';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { serveListener } from '../../support/serve-listener.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const BODY = 'abcdefghijklmnopqrstuvwxyz';

/** Imports a new instance of the module that reads from a fake CMS, or from the snapshot if `handler` is null. */
const openFiles = async (handler: RequestListener | null) => {
  const requests: IncomingMessage[] = [];
  const openCms = (answer: RequestListener) =>
    serveListener((request, response) => {
      requests.push(request);
      answer(request, response);
    });
  resetModulesWith({ CMS_URL: handler ? `${await openCms(handler)}/blog` : '', CMS_TIMEOUT_MS: '500' });
  const { readFile } = await import('../../../src/content/files.ts');
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await readFile(path, new Request('http://localhost/', { headers }));
    return response && { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { read, readFile, requests };
};

/** A server without support for ranges, such as PHP's. */
const sendAll: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': BODY.length, etag: '"1"' }).end(BODY);

/** A server with support for ranges. */
const sendRange: RequestListener = (request, response) => {
  const [, start = '', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (start === '') return sendAll(request, response);
  const part = BODY.slice(Number(start), end === '' ? undefined : Number(end) + 1);
  const range = `bytes ${start}-${Number(start) + part.length - 1}/${BODY.length}`;
  return response.writeHead(206, { 'content-range': range, 'content-length': part.length, etag: '"1"' }).end(part);
};

test('a document is sent as a download, with the type of its file name, whatever type the CMS sends', async () => {
  const { read, requests } = await openFiles(sendAll);
  const file = await read('2026/11/Price%20list%20%E2%82%AC.pdf');

  expect(file).toMatchObject({ status: 200, text: BODY });
  expect(Object.fromEntries(file?.headers ?? [])).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=86400',
    'content-disposition': "attachment; filename*=UTF-8''Price%20list%20%E2%82%AC.pdf",
    'content-length': '26',
    'content-type': 'application/pdf',
    etag: '"1"',
  });
  expect(requests.map(({ url }) => url)).toEqual(['/blog/wp-content/uploads/2026/11/Price%20list%20%E2%82%AC.pdf']);
});

test.each([
  ['tour.mp4', 'video/mp4'],
  ['jingle.mp3', 'audio/mpeg'],
  ['captions.vtt', 'text/vtt; charset=utf-8'],
])('%s is sent inline, with the type of its file name', async (name, type) => {
  const { read } = await openFiles(sendAll);
  const file = await read(name);

  expect(file?.headers.get('content-type')).toBe(type);
  expect(file?.headers.get('content-disposition')).toBe('inline');
});

test('a web page that the CMS sends instead of a file is not passed on', async () => {
  const { read } = await openFiles((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' }).end('<h1>Briefly unavailable</h1>'),
  );

  expect(await read('2026/11/prices.pdf')).toBeNull();
});

test('paths of other types, and those that leave the folder, are not served and cause no request', async () => {
  const { read, requests } = await openFiles(sendAll);

  for (const path of [
    'a.html',
    'a.svg',
    'a.js',
    'a.php',
    'a.exe',
    'a.jpg',
    'a',
    '../../wp-config.txt',
    'a%2f..%2fb.txt',
    'a%00.pdf',
  ])
    expect(await read(path), path).toBeNull();
  expect(requests).toEqual([]);
});

test.each([
  ['supports ranges', sendRange],
  ['does not support ranges', sendAll],
])('a range request gets 206 if the CMS %s', async (_, handler) => {
  const { read } = await openFiles(handler);
  const expectRange = async (range: string, text: string, contentRange: string) => {
    const file = await read('tour.mp4', { range });
    expect(file).toMatchObject({ status: 206, text });
    expect(file?.headers.get('content-range')).toBe(contentRange);
    expect(file?.headers.get('content-length')).toBe(String(text.length));
  };

  await expectRange('bytes=0-1', 'ab', 'bytes 0-1/26');
  await expectRange('bytes=20-', 'uvwxyz', 'bytes 20-25/26');
  expect(await read('tour.mp4')).toMatchObject({ status: 200, text: BODY });
});

test('suffix ranges, ranges beyond the end, multiple ranges and If-Range are handled as HTTP prescribes', async () => {
  const { read } = await openFiles(sendAll);

  expect(await read('tour.mp4', { range: 'bytes=-3' })).toMatchObject({ status: 206, text: 'xyz' });
  const beyond = await read('tour.mp4', { range: 'bytes=26-' });
  expect(beyond?.status).toBe(416);
  expect(beyond?.headers.get('content-range')).toBe('bytes */26');
  expect(await read('tour.mp4', { range: 'bytes=0-1, 4-5' })).toMatchObject({ status: 200, text: BODY });
  expect(await read('tour.mp4', { range: 'bytes=0-1', 'if-range': '"1"' })).toMatchObject({ status: 206 });
  expect(await read('tour.mp4', { range: 'bytes=0-1', 'if-range': '"0"' })).toMatchObject({ status: 200, text: BODY });
});

test('no range of an empty file can be satisfied', async () => {
  const { read } = await openFiles((_, response) => response.writeHead(200, { 'content-length': 0 }).end());

  for (const range of ['bytes=-5', 'bytes=0-', 'bytes=0-4']) {
    const file = await read('tour.mp4', { range });
    expect(file?.status, range).toBe(416);
    expect(file?.headers.get('content-range'), range).toBe('bytes */0');
  }
});

test.each<[string, RequestListener]>([
  ['does not exist', (_, response) => response.writeHead(404).end()],
  ['redirects', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
  ['is larger than 2 GB', (_, response) => response.writeHead(200, { 'content-length': 3 * 1024 ** 3 }).write('x')],
  ['breaks off', (_, response) => response.destroy()],
])('a file that %s is read as null', async (_, handler) => {
  const { read } = await openFiles(handler);

  expect(await read('a.pdf')).toBeNull();
});

/** Requests an endless file as the client with this address. */
const requestAs = (readFile: (path: string, request: Request) => Promise<Response | null>) => {
  const app = new Hono<Env>();
  app.use(contextStorage());
  app.get('/:address', async (c) => {
    c.set('address', c.req.param('address'));
    return (await readFile('tour.mp4', c.req.raw)) ?? new Response(null, { status: 404 });
  });
  return (address: string, init?: RequestInit) => app.request(`/${address}`, init);
};

const sendEndless: RequestListener = (_, response) => response.writeHead(200).write('endless');

test('at most 64 files are sent at once, and a client that disconnects makes room for another', async () => {
  const { readFile } = await openFiles(sendEndless);
  const request = requestAs(readFile);
  const responses = await Promise.all(Array.from({ length: 64 }, (_, number) => request(`192.0.2.${number % 8}`)));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
  const tooMany = await request('192.0.2.9');

  expect(tooMany.status).toBe(503);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  await responses[0]?.body?.cancel();
  expect((await request('192.0.2.9')).status).toBe(200);
});

test('at most 8 files are sent to one client, and others still get theirs', async () => {
  const { readFile } = await openFiles(sendEndless);
  const request = requestAs(readFile);
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await request('192.0.2.1')).status));

  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 503, 503]);
  expect((await request('192.0.2.2')).status).toBe(200);
});

test('a file that the client has cached is not sent again, which does not count', async () => {
  const { readFile } = await openFiles((incoming, response) =>
    response.writeHead(incoming.headers['if-none-match'] === '"1"' ? 304 : 200, { etag: '"1"' }).end(),
  );
  const request = requestAs(readFile);
  for (let count = 0; count < 9; count += 1)
    expect((await request('192.0.2.1', { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
});

test('a response to HEAD has the length of the file and does not count', async () => {
  const { readFile } = await openFiles(sendAll);
  const request = requestAs(readFile);

  for (let count = 0; count < 9; count += 1) {
    const { status, headers } = await request('192.0.2.1', { method: 'HEAD' });
    expect({ status, length: headers.get('content-length') }).toEqual({ status: 200, length: '26' });
  }
});

test('that the connection of the CMS fails while a client reads nothing ends only that file', async () => {
  const rejections: unknown[] = [];
  const record = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', record);
  onTestFinished(() => void process.off('unhandledRejection', record));
  const closed = Promise.withResolvers<void>();
  const { readFile } = await openFiles((incoming, response) => {
    response.writeHead(200).write('begun');
    incoming.socket.once('close', () => closed.resolve());
    setTimeout(() => response.destroy(), 20);
  });
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await requestAs(readFile)('192.0.2.1');
  await closed.promise;
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await setImmediate();

  expect(rejections).toEqual([]);
});

test('a client that reads too slowly is disconnected and makes room for another', async () => {
  const { readFile } = await openFiles(sendEndless);
  const request = requestAs(readFile);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const responses = await Promise.all(Array.from({ length: 8 }, () => request('192.0.2.1')));
  expect((await request('192.0.2.1')).status).toBe(503);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();

  await expect(responses[0]?.text()).rejects.toThrow('too slowly');
  expect((await request('192.0.2.1')).status).toBe(200);
});

test('without a CMS a file is sent from the snapshot, with support for ranges', async () => {
  const directory = temporaryDirectory();
  await mkdir(join(directory, 'private/content/media/2026'), { recursive: true });
  await writeFile(join(directory, 'private/content/media/2026/tour.mp4'), BODY);
  vi.spyOn(process, 'cwd').mockReturnValue(directory);
  const { read } = await openFiles(null);

  expect(await read('2026/tour.mp4', { range: 'bytes=1-2' })).toMatchObject({ status: 206, text: 'bc' });
  expect(await read('2026/none.mp4')).toBeNull();
});
