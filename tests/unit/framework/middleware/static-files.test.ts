import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStaticFiles } from '../../../../src/framework/middleware/static-files.ts';

const SCRIPT = `export const lane = '${'-'.repeat(600)}';`;

let folder: string;
let server: ReturnType<typeof createServer>;
let origin: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'files-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets/(lane)-Ab1.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets/(lane)-Ab1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'index.html'), '<h1>prerendered</h1>');
  writeFileSync(path.join(folder, 'sitemap.xml'), '<urlset/>');
  writeFileSync(path.join(folder, 'sitemap.xml.gz'), gzipSync('<urlset/>'));
  writeFileSync(path.join(folder, 'prerendered.json'), JSON.stringify(['/index.html', '/sitemap.xml']));
  const serveFile = createStaticFiles(folder, path.join(folder, 'prerendered.json'));
  server = createServer((incoming, response) =>
    serveFile({ pathname: incoming.url ?? '/' }, incoming, response, () => response.writeHead(200).end('a page')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test('a hashed file is immutable and served in its encoded variant', async () => {
  const response = await fetch(`${origin}/assets/(lane)-Ab1.js`, { headers: { 'accept-encoding': 'gzip' } });

  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await response.text()).toBe(SCRIPT);
});

test('a client that accepts no encoding gets the unencoded file', async () => {
  const response = await fetch(`${origin}/assets/(lane)-Ab1.js`, { headers: { 'accept-encoding': 'identity' } });

  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe(SCRIPT);
});

test('images, but not scripts, have the header with which other origins may show them', async () => {
  const policyOf = async (name: string) =>
    (await fetch(`${origin}${name}`)).headers.get('cross-origin-resource-policy');

  expect(await policyOf('/icon.svg')).toBe('cross-origin');
  expect(await policyOf('/assets/(lane)-Ab1.js')).toBeNull();
});

test('other files may be cached for a day and are revalidated by their ETag', async () => {
  const first = await fetch(`${origin}/icon.svg`);
  const again = await request(`${origin}/icon.svg`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });

  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(again.statusCode).toBe(304);
});

test('range requests are supported', async () => {
  const response = await fetch(`${origin}/icon.svg`, { headers: { range: 'bytes=1-3' } });

  expect(response.status).toBe(206);
  expect(await response.text()).toBe('svg');
});

test('prerendered files are left to pages and endpoints', async () => {
  expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toBe('a page');
  expect(await (await fetch(`${origin}/index.html`)).text()).toBe('a page');
  expect(await (await fetch(`${origin}/`)).text()).toBe('a page');
});

test('a script of another build gets 404, not a page', async () => {
  const response = await fetch(`${origin}/assets/gone-Xy9.js`);

  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not Found');
});

test('a file that is removed while the server runs gets 404', async () => {
  rmSync(path.join(folder, 'assets'), { recursive: true });
  const gone = await fetch(`${origin}/assets/(lane)-Ab1.js`);

  expect(gone.status).toBe(404);
  expect(gone.headers.get('content-encoding')).toBeNull();
  expect((await fetch(`${origin}/icon.svg`)).status).toBe(200);
});

test('encoded path traversal does not reach files outside the folder', async () => {
  for (const target of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd']) {
    expect(await (await fetch(`${origin}${target}`)).text(), target).not.toContain('root:');
  }
});

test('a request whose If-Match does not match the ETag of the file gets 412', async () => {
  const { headers } = await fetch(`${origin}/icon.svg`);
  const etag = headers.get('etag') ?? '';
  const statusFor = async (ifMatch: string) => {
    const answer = await request(`${origin}/icon.svg`, { headers: { 'if-match': ifMatch } });
    await answer.body.dump();
    return answer.statusCode;
  };

  expect(await statusFor('"another"')).toBe(412);
  expect(await statusFor('*')).toBe(200);
  expect(await statusFor(`"another", ${etag}`)).toBe(200);
});

test('HEAD has the headers of GET and no body', async () => {
  const response = await fetch(`${origin}/icon.svg`, { method: 'HEAD' });

  expect(response.headers.get('content-length')).toBe('6');
  expect(await response.text()).toBe('');
});
