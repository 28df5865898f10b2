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

type ReadMedia = Awaited<ReturnType<typeof openMedia>>['readMedia'];

const bytesOf = (media: Awaited<ReturnType<ReadMedia>>): Uint8Array => {
  if (media === null || media === 'busy') throw new Error(`There is no image: ${media}.`);
  return media.bytes;
};

test('an upload comes in the width and format that was asked for, without its metadata', async () => {
  const { readMedia, requests } = await servePhoto();
  const media = await readMedia('2026/11/caf%C3%A9.jpg', 320, 'webp');
  const { width, height, format, exif } = await sharp(bytesOf(media)).metadata();

  expect(media).toMatchObject({ type: 'image/webp' });
  expect({ width, height, format, exif }).toEqual({
    width: 320,
    height: 160,
    format: 'webp',
    exif: undefined,
  });
  expect(requests).toEqual(['/blog/wp-content/uploads/2026/11/caf%C3%A9.jpg']);
});

test('a picture is never enlarged', async () => {
  const { readMedia } = await servePhoto(100, 50);

  expect((await sharp(bytesOf(await readMedia('a.jpg', 1_600, 'avif'))).metadata()).width).toBe(100);
});

test('many who ask for one picture at once cost one request, and one who asks again costs none', async () => {
  const { readMedia, requests } = await servePhoto();
  await Promise.all(Array.from({ length: 20 }, () => readMedia('a.jpg', 480, 'webp')));
  await readMedia('a.jpg', 480, 'webp');

  expect(requests).toHaveLength(1);
});

/** Sends the beginning of an image, and then a byte at a time. */
const drip: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg' }).write('drip');
  const timer = setInterval(() => response.write('.'), 100);
  response.once('close', () => clearInterval(timer));
};

test('uploads that drip are given up, and the next image does not wait for all of them', async () => {
  const bytes = await photo(100, 50);
  await openMedia((request, response) => {
    if (request.url?.includes('slow')) drip(request, response);
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  });
  // As long that only the transfer rate can end them before the time of this test is over.
  vi.stubEnv('CMS_TIMEOUT_MS', '60000');
  vi.resetModules();
  const { readMedia } = await import('../../../src/content/media.ts');
  const slow = Array.from({ length: 12 }, (_, index) => readMedia(`slow-${index}.jpg`, 320, 'webp'));

  expect(await readMedia('good.jpg', 320, 'webp')).toMatchObject({ type: 'image/webp' });
  expect(new Set(await Promise.all(slow))).toEqual(new Set([null]));
});

test('a full image queue answers 503 with Retry-After at once', async () => {
  const { requests } = await openMedia(() => undefined);
  const { GET } = await import('../../../src/pages/_api/media/[width]/[...path].ts');
  const get = (name: string) =>
    GET(new Request('http://localhost/'), { params: { width: '320', path: `${name}.jpg.webp` } });
  const asked = Array.from({ length: 100 }, (_, index) => get(`image-${index}`));
  const response = await get('one-more');

  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(requests.length).toBeLessThanOrEqual(8);
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status));
  expect([...new Set(statuses)].sort()).toEqual([404, 503]);
});

test.each(['image/png', 'image/jpeg', 'image/webp'])('SVG that is labelled %s is not rendered', async (type) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  const { readMedia } = await openMedia((_, response) => response.writeHead(200, { 'content-type': type }).end(svg));

  expect(await readMedia('a.png', 320, 'webp')).toBeNull();
});

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s is read', async (format) => {
  const bytes = await sharp(await photo(64, 32))
    .toFormat(format)
    .toBuffer();
  const { readMedia } = await openMedia((_, response) =>
    response.writeHead(200, { 'content-type': `image/${format}` }).end(bytes),
  );

  expect(await readMedia(`a.${format}`, 320, 'webp')).toMatchObject({ type: 'image/webp' });
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
