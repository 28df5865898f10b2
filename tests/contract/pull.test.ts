import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { pullContent } from '../../wordpress/pull.ts';
import { serveListener } from '../support/serve-listener.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(body));
  };

const list = (items: readonly unknown[]): RequestListener =>
  json(items, { 'x-wp-total': String(items.length), 'x-wp-totalpages': items.length > 0 ? '1' : '0' });

const notFound = json({ code: 'rest_no_route', message: 'No route.', data: { status: 404 } }, {}, 404);

const item = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  date: '2026-01-01T10:00:00',
  date_gmt: '2026-01-01T09:00:00',
  guid: { rendered: 'http://cms.example.com/?p=1' },
  modified: '2026-01-01T10:00:00',
  modified_gmt: '2026-01-01T09:00:00',
  slug: `item-${id}`,
  status: 'publish',
  type: 'post',
  title: { rendered: 'A &amp; b' },
  content: { rendered: '', protected: false },
  excerpt: { rendered: '', protected: false },
  author: 1,
  categories: [],
  _links: {},
  ...more,
});

const healthy: Record<string, RequestListener> = {
  'api/homepage': json({ acf: { testimonials: false, faq: [] } }),
  'api/faqpage': json({ acf: false }),
  'wp/v2/faq': list([]),
  'wp/v2/posts': list([item(1)]),
  'wp/v2/categories': list([]),
  'wp/v2/pages': list([]),
};

let handlers: Record<string, RequestListener> = {};
let directory = '';
let url = '';

beforeEach(async () => {
  handlers = { ...healthy };
  directory = temporaryDirectory();
  url = await serveListener((request, response) => {
    const path = new URL(request.url ?? '/', 'http://cms').pathname.replace('/wp-json/', '');
    (handlers[path] ?? notFound)(request, response);
  });
});

const read = (path: string): Promise<string> => readFile(join(directory, 'wp-json', path), 'utf8');

// wordpress.test.ts shows that a pull of a real WordPress has the fields of the snapshot and no others.
test('a pull omits what the site does not read of images and metadata; missing optional collections are empty', async () => {
  const image = { ID: 30, id: 30, url: '/a.png', alt: '', width: 1, height: 2, sizes: { thumbnail: '/t.png' } };
  const seo = { title: '', description: '', image: false, canonical: '', noindex: false };
  const yoast = { title: 'A', og_locale: 'en_US', schema: {} };
  handlers['wp/v2/posts'] = list([
    item(1, { acf: { image, gallery: [image], empty: false, list: [] }, seo, featured_image: false }),
    item(2, { yoast_head_json: yoast }),
  ]);

  await pullContent(url, directory);

  const expectedImage = { url: '/a.png', alt: '', width: 1, height: 2 };
  const [plain, described] = JSON.parse(await read('wp/v2/posts.json'));
  expect(plain.acf).toEqual({ image: expectedImage, gallery: [expectedImage], empty: false, list: [] });
  expect(Object.keys(plain)).not.toContain('seo');
  expect(Object.keys(plain)).not.toContain('featured_image');
  expect(described.yoast_head_json).toEqual({ title: 'A' });
  expect(await read('wp/v2/faq-topics.json')).toBe('[]\n');
  expect(await read('wp/v2/events.json')).toBe('[]\n');
});

test('a pull reads all pages of a collection and sorts by id', async () => {
  const pages = [[item(3), item(2)], [item(1)]];
  handlers['wp/v2/posts'] = (request, response) => {
    const page = Number(new URL(request.url ?? '/', url).searchParams.get('page'));
    json(pages[page - 1], { 'x-wp-total': '3', 'x-wp-totalpages': '2' })(request, response);
  };

  await pullContent(url, directory);

  expect(JSON.parse(await read('wp/v2/posts.json'))).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a pull replaces only its own files, and keeps those of routes that an older plugin lacks', async () => {
  await mkdir(join(directory, 'wp-json/api'), { recursive: true });
  await writeFile(join(directory, 'wp-json/api/site.json'), '{"name":"mine"}');
  await writeFile(join(directory, 'wp-json/notes.txt'), 'mine');
  await writeFile(join(directory, 'README.md'), 'mine');

  await pullContent(url, directory);

  expect(await read('notes.txt')).toBe('mine');
  expect(await read('api/site.json')).toBe('{"name":"mine"}');
  expect((await readdir(directory)).sort()).toEqual(['README.md', 'wp-json']);
});

const picture = { url: '/wp-content/uploads/a.png', alt: '', width: 1, height: 2 };

const bytes =
  (body: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(body);
  };

test('a pull downloads uploads and makes URLs of the CMS relative', async () => {
  const image = { url: `${url}/wp-content/uploads/2026/b%C3%BCro.jpg`, alt: '', width: 1, height: 2 };
  const file = `${url}/wp-content/uploads/a.png`;
  const rendered = `<a href="${url}/event/x/"><img src="${file}" srcset="${file} 1w, ${url}/wp-content/uploads/a-2.png 2w"></a>`;
  handlers['wp/v2/posts'] = list([item(1, { content: { rendered, protected: false }, acf: { image } })]);
  handlers['/wp-content/uploads/a.png'] = bytes('a');
  handlers['/wp-content/uploads/2026/b%C3%BCro.jpg'] = bytes('b');

  const { uploads, missing } = await pullContent(url, directory);

  const [post] = JSON.parse(await read('wp/v2/posts.json'));
  const path = '/wp-content/uploads/a.png';
  expect(post.content.rendered).toBe(
    `<a href="/event/x/"><img src="${path}" srcset="${path} 1w, /wp-content/uploads/a-2.png 2w"></a>`,
  );
  expect(post.acf.image.url).toBe('/wp-content/uploads/2026/b%C3%BCro.jpg');
  expect((await readdir(join(directory, 'media'), { recursive: true })).sort()).toEqual([
    '2026',
    '2026/büro.jpg',
    'a.png',
  ]);
  expect(await readFile(join(directory, 'media/2026/büro.jpg'), 'utf8')).toBe('b');
  expect({ uploads, missing }).toEqual({ uploads: 2, missing: [] });
});

test('a pull that is interrupted leaves nothing', async () => {
  handlers['wp/v2/posts'] = list([item(1, { acf: { picture } })]);
  const command = ['--conditions=react-server', 'wordpress/pull.ts', '--out', directory];
  const pull = spawn(process.execPath, command, { env: { ...process.env, CMS_URL: url }, stdio: 'ignore' });
  handlers['/wp-content/uploads/a.png'] = () => void pull.kill('SIGINT');

  expect(await once(pull, 'exit')).toEqual([130, null]);
  expect(await readdir(directory)).toEqual([]);
});

test('an upload that the CMS no longer has is kept from the previous snapshot, or reported if the snapshot lacks it', async () => {
  const image = (name: string) => ({ url: `/wp-content/uploads/${name}`, alt: '', width: 1, height: 2 });
  handlers['wp/v2/posts'] = list([item(1, { acf: { gallery: [image('kept.png'), image('lost.png')] } })]);
  handlers['/wp-content/uploads/kept.png'] = bytes('kept');
  await pullContent(url, directory);
  delete handlers['/wp-content/uploads/kept.png'];

  expect((await pullContent(url, directory)).missing).toEqual(['lost.png: the CMS responded with 404']);

  expect(await readFile(join(directory, 'media/kept.png'), 'utf8')).toBe('kept');
});

test('an upload of more than 20 MB is reported as larger than the limit of the snapshot', async () => {
  handlers['wp/v2/posts'] = list([item(1, { acf: { image: picture } })]);
  handlers['/wp-content/uploads/a.png'] = bytes('x'.repeat(20 * 1024 * 1024 + 1));

  expect((await pullContent(url, directory)).missing).toEqual([
    'a.png: it is larger than 20 MB, the limit of the snapshot',
  ]);
});

test('uploads that the content no longer uses are removed', async () => {
  handlers['wp/v2/posts'] = list([item(1, { acf: { image: picture } })]);
  handlers['/wp-content/uploads/a.png'] = bytes('a');
  await pullContent(url, directory);
  handlers['wp/v2/posts'] = list([item(1)]);

  await pullContent(url, directory);

  expect(await readdir(directory)).toEqual(['wp-json']);
});

test('a path outside the uploads is not downloaded', async () => {
  const image = { ...picture, url: '/wp-content/uploads/..%2F..%2Fwp-config.php' };
  handlers['wp/v2/posts'] = list([item(1, { acf: { image } })]);

  expect((await pullContent(url, directory)).uploads).toBe(0);
});

const failures: readonly (readonly [string, string, RequestListener, RegExp])[] = [
  ['responds with an error', 'wp/v2/pages', json({}, {}, 500), /wp\/v2\/pages.* responded with 500\.$/],
  ['has no companion plugin', 'api/faqpage', notFound, /responded with 404\. Is the companion plugin active\?$/],
  [
    'responds with HTML',
    'wp/v2/pages',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    /responded with text\/html instead of JSON\. Does this WordPress use pretty permalinks\?$/,
  ],
  [
    'closes the connection',
    'wp/v2/pages',
    (_, response) => response.socket?.destroy(),
    /could not be requested \(.+\)\.$/,
  ],
  ['responds in an unexpected format', 'wp/v2/pages', list([{ id: 'one' }]), /unexpected format: id .+\.$/],
  [
    'returns fewer items than announced',
    'wp/v2/pages',
    json([item(1)], { 'x-wp-total': '2', 'x-wp-totalpages': '1' }),
    /returned 1 of 2 items/,
  ],
  [
    'fails to deliver an upload',
    '/wp-content/uploads/a.png',
    json({}, {}, 503),
    /a\.png could not be downloaded: the CMS responded with 503\.$/,
  ],
];

test.each(failures)('a CMS that %s leaves the snapshot unchanged', async (_, path, handler, message) => {
  await pullContent(url, directory);
  const before = await read('wp/v2/posts.json');
  handlers['wp/v2/posts'] = list([item(1), item(2, { acf: { image: picture } })]);
  handlers[path] = handler;

  await expect(pullContent(url, directory)).rejects.toThrow(message);

  expect(await read('wp/v2/posts.json')).toBe(before);
  expect(await readdir(directory)).toEqual(['wp-json']);
});
