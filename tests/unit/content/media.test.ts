import { createServer, type RequestListener } from 'node:http';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1150C4' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toBuffer();

/** A content system whose uploads answer so. */
const openMedia = async (answer: RequestListener) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vi.resetModules();
  vi.stubEnv('CMS_URL', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/blog`);
  vi.stubEnv('CMS_TIMEOUT_MS', '200');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const { readMedia } = await import('../../../src/content/media.ts');
  return { readMedia, requests };
};

const servePhoto = async (width = 1_000, height = 500) => {
  const bytes = await photo(width, height);
  return openMedia((_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
};

test('an upload comes in the width and format that was asked for, without its metadata', async () => {
  const { readMedia, requests } = await servePhoto();
  const media = await readMedia('2026/11/caf%C3%A9.jpg', 320, 'webp');
  const { width, height, format, exif } = await sharp(media?.bytes).metadata();

  expect({ type: media?.type, width, height, format, exif }).toEqual({
    type: 'image/webp',
    width: 320,
    height: 160,
    format: 'webp',
    exif: undefined,
  });
  expect(requests).toEqual(['/blog/wp-content/uploads/2026/11/caf%C3%A9.jpg']);
});

test('a picture is never enlarged', async () => {
  const { readMedia } = await servePhoto(100, 50);

  expect((await sharp((await readMedia('a.jpg', 1_600, 'avif'))?.bytes).metadata()).width).toBe(100);
});

test('many who ask for one picture at once cost one request, and one who asks again costs none', async () => {
  const { readMedia, requests } = await servePhoto();
  await Promise.all(Array.from({ length: 20 }, () => readMedia('a.jpg', 480, 'webp')));
  await readMedia('a.jpg', 480, 'webp');

  expect(requests).toHaveLength(1);
});

test('at most two are resized at a time, also when one ends while others are asked for', async () => {
  const { readMedia } = await openMedia(() => undefined);
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    for (const limit of limits) limit.abort();
  });
  for (const name of ['a', 'b', 'c']) void readMedia(`${name}.jpg`, 320, 'webp');
  await vi.waitFor(() => expect(limits).toHaveLength(2));

  limits[0]?.abort();
  for (let turn = 0; turn < 100; turn += 1) {
    void readMedia(`${turn}.jpg`, 320, 'webp');
    await null;
  }
  expect(limits).toHaveLength(3);
});

test.each([
  '../../wp-config.php',
  'a/../../b.jpg',
  '..%2f..%2fwp-config.php',
  'a%00.jpg',
  'a%3Fx=1.jpg',
  '',
  'a//b.jpg',
  '%E0%A4%A',
])('the path "%s" leads nowhere and asks nobody', async (path) => {
  const { readMedia, requests } = await servePhoto();

  expect(await readMedia(path, 320, 'webp')).toBeNull();
  expect(requests).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['is missing', (_, response) => response.writeHead(404, { 'content-type': 'image/jpeg' }).end()],
  ['is a page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')],
  ['is SVG', (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')],
  ['is broken', (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('no picture')],
  ['never comes', () => undefined],
  ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
])('an upload that %s gives nothing, and is not asked for again at once', async (_, answer) => {
  const { readMedia, requests } = await openMedia(answer);

  expect(await readMedia('a.jpg', 320, 'webp')).toBeNull();
  expect(await readMedia('a.jpg', 320, 'webp')).toBeNull();
  expect(requests).toHaveLength(1);
});
