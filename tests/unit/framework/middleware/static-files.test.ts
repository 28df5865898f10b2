import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { Env } from '../../../../src/framework/context.ts';
import { staticFiles } from '../../../../src/framework/middleware/static-files.ts';
import type { Fail } from '../../../../src/framework/render/index.ts';
import { toTextError } from '../../../../src/framework/responses.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const SCRIPT = `export const lane = '${'-'.repeat(600)}';`;

let folder: string;
let serve: MiddlewareHandler<Env>;

/** Gets a file, or the text `a page` if the request goes on to the pages. */
const get = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  handleRequest(
    async (c) => (await serve(c, async () => undefined)) ?? new Response('a page'),
    new Request(`http://site${name}`, { headers }),
    (c) => c.set('kind', 'file'),
  );

beforeEach(() => {
  folder = temporaryDirectory();
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets/(lane)-Ab1.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets/(lane)-Ab1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'talk.mp3'), 'ID3');
  writeFileSync(path.join(folder, 'tour.mp4'), 'ftyp');
  writeFileSync(path.join(folder, 'index.html'), '<h1>prerendered</h1>');
  writeFileSync(path.join(folder, 'sitemap.xml'), '<urlset/>');
  writeFileSync(path.join(folder, 'sitemap.xml.gz'), gzipSync('<urlset/>'));
  writeFileSync(path.join(folder, 'prerendered.json'), JSON.stringify(['/index.html', '/sitemap.xml']));
  const fail: Fail = async (_, { statusCode }) => toTextError(statusCode);
  serve = staticFiles(fail, folder, path.join(folder, 'prerendered.json'));
});

test('a hashed file is immutable and served in its encoded variant to a client that accepts it', async () => {
  const response = await get('/assets/(lane)-Ab1.js', { 'accept-encoding': 'gzip' });
  const unencoded = await get('/assets/(lane)-Ab1.js', { 'accept-encoding': 'identity' });

  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(SCRIPT);
  expect(unencoded.headers.get('content-encoding')).toBeNull();
  expect(await unencoded.text()).toBe(SCRIPT);
});

test('images, audio and videos, but not scripts, have the header with which other origins may show them', async () => {
  const policyOf = async (name: string) => (await get(name)).headers.get('cross-origin-resource-policy');

  for (const name of ['/icon.svg', '/talk.mp3', '/tour.mp4']) expect(await policyOf(name), name).toBe('cross-origin');
  expect(await policyOf('/assets/(lane)-Ab1.js')).toBeNull();
});

test('other files may be cached for a day and are revalidated by their ETag', async () => {
  const first = await get('/icon.svg');
  const again = await get('/icon.svg', { 'if-none-match': first.headers.get('etag') ?? '' });

  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(again.status).toBe(304);
});

test('a download is resumed only if the file is still the same', async () => {
  const { headers } = await get('/icon.svg');
  const resume = (ifRange: string) => get('/icon.svg', { range: 'bytes=3-', 'if-range': ifRange });

  expect(await (await resume(headers.get('last-modified') ?? '')).text()).toBe('g/>');
  for (const other of ['Sun, 29 Nov 2020 10:00:00 GMT', headers.get('etag') ?? '']) {
    const response = await resume(other);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<svg/>');
  }
});

test('a range in another unit, or of several parts, is answered with the whole file', async () => {
  for (const range of ['lines=0-1', '0-1', 'bytes=0-1,3-4', 'bytes=a-b']) {
    const response = await get('/icon.svg', { range });

    expect(response.status, range).toBe(200);
    expect(await response.text()).toBe('<svg/>');
  }
});

test('prerendered files are left to pages and endpoints', async () => {
  expect(await (await get('/sitemap.xml')).text()).toBe('a page');
  expect(await (await get('/index.html')).text()).toBe('a page');
  expect(await (await get('/')).text()).toBe('a page');
});

test('a script of another build, or one that is removed while the server runs, gets 404 and not a page', async () => {
  rmSync(path.join(folder, 'assets'), { recursive: true });
  const [unknown, gone] = [await get('/assets/gone-Xy9.js'), await get('/assets/(lane)-Ab1.js')];

  expect([unknown.status, gone.status]).toEqual([404, 404]);
  expect(await unknown.text()).toBe('Not Found');
  expect(gone.headers.get('content-encoding')).toBeNull();
});
