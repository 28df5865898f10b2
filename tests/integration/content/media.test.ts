import { mkdir, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { serveListener } from '../../support/serve-listener.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1150C4' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toBuffer();

/** Imports a new instance of the media module that reads from a fake CMS. */
const openMedia = async (handler: RequestListener, settings: Readonly<Record<string, string>> = {}) => {
  const requests: string[] = [];
  const origin = await serveListener((request, response) => {
    requests.push(request.url ?? '');
    handler(request, response);
  });
  resetModulesWith({ CMS_URL: `${origin}/blog`, CMS_TIMEOUT_MS: '200', ...settings });
  const { readMedia } = await import('../../../src/content/media.ts');
  const { invalidateContent } = await import('../../../src/content/reader.ts');
  return { readMedia, invalidateContent, requests };
};

/** A fake CMS that answers every request with this file. */
const serveUpload = (bytes: Buffer | string, type = 'image/jpeg') =>
  openMedia((_, response) => response.writeHead(200, { 'content-type': type }).end(bytes));

const servePhoto = async (width = 1_000, height = 500) => serveUpload(await photo(width, height));

/** Changes to a working directory whose snapshot contains `2026/a b.jpg`. */
const enterSnapshot = async () => {
  const before = process.cwd();
  const directory = temporaryDirectory();
  await mkdir(join(directory, 'private/content/media/2026'), { recursive: true });
  await writeFile(join(directory, 'private/content/media/2026/a b.jpg'), await photo(1_000, 500));
  await writeFile(join(directory, 'private/content/secret.jpg'), await photo(10, 10));
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
};

type ReadMedia = Awaited<ReturnType<typeof openMedia>>['readMedia'];

const bytesOf = (media: Awaited<ReturnType<ReadMedia>>): Uint8Array => {
  if (media === null || media === 'busy') throw new Error(`There is no image: ${media}.`);
  return media.bytes;
};

test('an upload is resized and encoded as requested, without metadata', async () => {
  const { readMedia, requests } = await servePhoto();
  const media = await readMedia('2026/11/caf%C3%A9.jpg', 320, 'webp');
  const metadata = await sharp(bytesOf(media)).metadata();

  expect(media).toMatchObject({ type: 'image/webp' });
  expect(metadata).toMatchObject({ width: 320, height: 160, format: 'webp' });
  expect(metadata.exif).toBeUndefined();
  expect(requests).toEqual(['/blog/wp-content/uploads/2026/11/caf%C3%A9.jpg']);
});

test('without a CMS, uploads come from the snapshot', async () => {
  resetModulesWith({ CMS_URL: '' });
  const { readMedia } = await import('../../../src/content/media.ts');
  await enterSnapshot();

  const { width } = await sharp(bytesOf(await readMedia('2026/a%20b.jpg', 320, 'webp'))).metadata();

  expect(width).toBe(320);
  expect(await readMedia('2026/none.jpg', 320, 'webp')).toBeNull();
  expect(await readMedia('..%2Fsecret.jpg', 320, 'webp')).toBeNull();
});

test('without a CMS, an upload is resized once for all sizes that the snapshot does not contain', async () => {
  resetModulesWith({ CMS_URL: '' });
  const { readMedia } = await import('../../../src/content/media.ts');
  await enterSnapshot();
  const media = await readMedia('2026/a%20b.jpg', 320, 'webp');

  expect(media).toMatchObject({ type: 'image/webp' });
  for (const size of ['1x1', '1x2', 'scaled'])
    expect(await readMedia(`2026/a%20b-${size}.jpg`, 320, 'webp')).toBe(media);
});

test('an upload that the CMS fails to deliver comes from the snapshot', async () => {
  const { readMedia, requests } = await openMedia((_, response) => response.writeHead(500).end());
  await enterSnapshot();

  expect(await readMedia('2026/a%20b.jpg', 320, 'webp')).toMatchObject({ type: 'image/webp' });
  expect(requests).toEqual(['/blog/wp-content/uploads/2026/a%20b.jpg']);
});

test('an image is never enlarged', async () => {
  const { readMedia } = await servePhoto(100, 50);

  expect((await sharp(bytesOf(await readMedia('a.jpg', 1_600, 'avif'))).metadata()).width).toBe(100);
});

test.each(['avif', 'webp'] as const)(
  'an image that is too high for the format %s is scaled to the highest that it can be',
  async (format) => {
    const { readMedia } = await servePhoto(1_000, 20_000);

    expect(await sharp(bytesOf(await readMedia('long.jpg', 1_200, format))).metadata()).toMatchObject({
      width: 819,
      height: 16_383,
    });
  },
);

test('the image of a shared link has 1200 by 630 pixels, even if the original is smaller and transparent', async () => {
  const transparent = await sharp({ create: { width: 600, height: 900, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const { readMedia } = await serveUpload(transparent, 'image/png');
  const media = await readMedia('logo.png', 1_200, 'jpg');

  expect(media).toMatchObject({ type: 'image/jpeg' });
  expect(await sharp(bytesOf(media)).metadata()).toMatchObject({ width: 1_200, height: 630, format: 'jpeg' });
});

test('concurrent requests for an image are deduplicated, and later requests are served from the cache, however its path is encoded', async () => {
  const { readMedia, requests } = await servePhoto();
  await Promise.all(Array.from({ length: 20 }, () => readMedia('a.jpg', 480, 'webp')));
  await readMedia('a.jpg', 480, 'webp');
  await readMedia('%61.jpg', 480, 'webp');

  expect(requests).toHaveLength(1);
});

test.each<[string, readonly string[] | null]>([
  ['the tag `media`', ['media']],
  ['everything', null],
])('after a purge of %s, a replaced upload and one that was missing are loaded again', async (_, tags) => {
  let uploads: Readonly<Record<string, Buffer>> = { 'a.jpg': await photo(100, 50) };
  const { readMedia, invalidateContent } = await openMedia((request, response) => {
    const bytes = uploads[request.url?.split('/').at(-1) ?? ''];
    response.writeHead(bytes ? 200 : 404, { 'content-type': 'image/jpeg' }).end(bytes);
  });
  const widthOf = async (name: string) => (await sharp(bytesOf(await readMedia(name, 320, 'webp'))).metadata()).width;
  expect(await widthOf('a.jpg')).toBe(100);
  expect(await readMedia('b.jpg', 320, 'webp')).toBeNull();

  uploads = { 'a.jpg': await photo(200, 50), 'b.jpg': await photo(50, 50) };
  invalidateContent(['faq']);
  expect(await widthOf('a.jpg')).toBe(100);
  invalidateContent(tags);

  expect(await widthOf('a.jpg')).toBe(200);
  expect(await widthOf('b.jpg')).toBe(50);
});

/** An image whose upload is purged while the CMS answers the first request for it. The answers are null for 404. */
const readDuringPurge = async (first: Buffer | null, second: Buffer) => {
  const requested = Promise.withResolvers<void>();
  const purged = Promise.withResolvers<void>();
  const answers = [first, second];
  const { readMedia, invalidateContent } = await openMedia(async (_, response) => {
    const bytes = answers.shift() ?? null;
    requested.resolve();
    await purged.promise;
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': 'image/jpeg' }).end(bytes ?? undefined);
  });
  const read = () => readMedia('a.jpg', 320, 'webp');
  const waiting = read();
  await requested.promise;
  invalidateContent(['media']);
  purged.resolve();
  return { duringPurge: await waiting, afterPurge: await read() };
};

test('an image that is loaded during a purge is returned to its waiters but not cached', async () => {
  const { duringPurge, afterPurge } = await readDuringPurge(await photo(100, 50), await photo(200, 50));

  expect((await sharp(bytesOf(duringPurge)).metadata()).width).toBe(100);
  expect((await sharp(bytesOf(afterPurge)).metadata()).width).toBe(200);
});

test('an upload that cannot be loaded during a purge is tried again', async () => {
  const { duringPurge, afterPurge } = await readDuringPurge(null, await photo(100, 50));

  expect(duringPurge).toBe('busy');
  expect(afterPurge).toMatchObject({ type: 'image/webp' });
});

test('browsers ask again for an image after a day, because its upload may have been replaced', async () => {
  await servePhoto();
  const { GET } = await import('../../../src/pages/_api/media/[width]/[...path].ts');
  const { headers } = await GET(new Request('http://localhost/'), { params: { width: '320', path: 'a.jpg.webp' } });

  expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=86400');
});

/** Sends the beginning of an image, and then one byte every 100 ms. */
const drip: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg' }).write('drip');
  const timer = setInterval(() => response.write('.'), 100);
  response.once('close', () => clearInterval(timer));
};

test('slow transfers are aborted and do not block the next image', async () => {
  const bytes = await photo(100, 50);
  // Almost as long as the time limit of the test, so that only the minimum transfer rate can abort the transfers.
  const { readMedia } = await openMedia(
    (request, response) => {
      if (request.url?.includes('slow')) drip(request, response);
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
    },
    { CMS_TIMEOUT_MS: '60000' },
  );
  const slow = Array.from({ length: 12 }, (_, index) => readMedia(`slow-${index}.jpg`, 320, 'webp'));

  expect(await readMedia('good.jpg', 320, 'webp')).toMatchObject({ type: 'image/webp' });
  expect(new Set(await Promise.all(slow))).toEqual(new Set([null]));
});

test('while the image queue is full, a request gets 503 with Retry-After at once', async () => {
  const { requests } = await openMedia(() => undefined);
  const { GET } = await import('../../../src/pages/_api/media/[width]/[...path].ts');
  const get = (name: string) =>
    GET(new Request('http://localhost/'), { params: { width: '320', path: `${name}.jpg.webp` } });
  const queued = Array.from({ length: 100 }, (_, index) => get(`image-${index}`));
  const response = await get('one-more');

  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(requests.length).toBeLessThanOrEqual(8);
  const statuses = await Promise.all(queued.map(async (queuedResponse) => (await queuedResponse).status));
  expect([...new Set(statuses)].sort()).toEqual([404, 503]);
});

test('an SVG image with the content type of another format is rejected', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  const { readMedia } = await serveUpload(svg, 'image/png');

  expect(await readMedia('a.png', 320, 'webp')).toBeNull();
});

// Animations below are GIF and WebP.
test.each(['png', 'avif'] as const)('%s is supported', async (format) => {
  const bytes = await sharp(await photo(64, 32))
    .toFormat(format)
    .toBuffer();
  const { readMedia } = await serveUpload(bytes, `image/${format}`);

  expect(await readMedia(`a.${format}`, 320, 'webp')).toMatchObject({ type: 'image/webp' });
});

test('invalid paths cause no request', async () => {
  const { readMedia, requests } = await servePhoto();

  for (const path of [
    '../../wp-config.php',
    'a/../../b.jpg',
    '..%2f..%2fwp-config.php',
    'a%00.jpg',
    'a%3Fx=1.jpg',
    '',
    'a//b.jpg',
    '%E0%A4%A',
  ])
    expect(await readMedia(path, 320, 'webp'), path).toBeNull();
  expect(requests).toEqual([]);
});

/** Responses to requests for uploads that cannot be shown, by the names of the files. */
const FAULTS: Readonly<Record<string, RequestListener>> = {
  missing: (_, response) => response.writeHead(404, { 'content-type': 'image/jpeg' }).end(),
  html: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>'),
  svg: (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  corrupt: (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('not an image'),
  slow: () => undefined,
  redirect: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
};

test('an upload that is missing, no image, corrupt, too slow or elsewhere is read as null, and the null is cached', async () => {
  const { readMedia, requests } = await openMedia((request, response) =>
    FAULTS[/(\w+)\.jpg$/.exec(request.url ?? '')?.[1] ?? '']?.(request, response),
  );
  for (const name of Object.keys(FAULTS)) {
    expect(await readMedia(`${name}.jpg`, 320, 'webp'), name).toBeNull();
    expect(await readMedia(`${name}.jpg`, 320, 'webp'), name).toBeNull();
  }

  expect(requests).toHaveLength(Object.keys(FAULTS).length);
});

/** Serves an animation whose frames alternate, because encoders merge equal frames. */
const serveAnimation = async (frames: number, format: 'gif' | 'webp') => {
  const toFrame = (background: string) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
  const [black, white] = await Promise.all([toFrame('#000000'), toFrame('#ffffff')]);
  const pages = Array.from({ length: frames }, (_, index) => (index % 2 === 0 ? black : white));
  const joined = sharp(pages, { join: { animated: true } });
  const bytes = await (format === 'gif' ? joined.gif({ delay: pages.map(() => 80) }) : joined.webp()).toBuffer();
  return serveUpload(bytes, `image/${format}`);
};

const countFrames = async (media: Awaited<ReturnType<ReadMedia>>) =>
  (await sharp(bytesOf(media)).metadata()).pages ?? 1;

test.each(['gif', 'webp'] as const)(
  'an animated %s is sent as WebP with all its frames, and its still image is the first one',
  async (format) => {
    const { readMedia } = await serveAnimation(3, format);

    for (const [requestedFormat, frames] of [
      ['webp', 3],
      ['avif', 3],
      ['still.webp', 1],
    ] as const) {
      const media = await readMedia(`a.${format}`, 320, requestedFormat);
      expect(media).toMatchObject({ type: 'image/webp' });
      expect(await countFrames(media), requestedFormat).toBe(frames);
    }
  },
);

test('an animation with more than 300 frames is shown as its first frame', async () => {
  const { readMedia } = await serveAnimation(301, 'gif');

  expect(await countFrames(await readMedia('a.gif', 320, 'webp'))).toBe(1);
});
