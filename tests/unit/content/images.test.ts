import sharp from 'sharp';
import { expect, test } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { serveListener } from '../../support/serve-listener.ts';
import { event, events, homepage, openSiteWith, page, pages, post, posts } from '../../support/wordpress-server.ts';

const UPLOAD = '/wp-content/uploads/2026/a.jpg';
const size = { width: 800, height: 400 };

test.each([
  ['on another host', { url: `https://elsewhere.example${UPLOAD}`, alt: '', ...size }],
  ['that is an SVG upload', { url: '/wp-content/uploads/a.svg', alt: '', ...size }],
  ['that is no image', 'a.jpg'],
])('an image %s is skipped and logged once, and its item is kept', async (_name, image) => {
  const { readPost, readEvent, readPage, readHomepage, warnings } = await openSiteWith({
    ...posts(post({ id: 7, slug: 'news', acf: { image } })),
    ...events(event({ id: 8, slug: 'fair', acf: { image, people: [{ name: 'Ada', role: '', image }] } })),
    ...pages(page({ id: 9, slug: 'about', acf: { blocks: [{ acf_fc_layout: 'split', html: '<p>x</p>', image }] } })),
    ...homepage({ testimonials: [{ name: 'Ada', role: '', quote: '', image }] }),
  });

  expect(await readPost('news')).toMatchObject({ slug: 'news', image: null });
  await readPost('news');
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('post 7');
  expect(await readEvent('fair')).toMatchObject({ image: null, people: [{ name: 'Ada', image: null }] });
  expect(await readPage('about')).toMatchObject({ blocks: [{ layout: 'split', html: '<p>x</p>', image: null }] });
  expect(await readHomepage()).toMatchObject({ testimonials: [{ name: 'Ada', image: null }] });
});

/** Starts a server that answers every request with the same image, if it has this `Authorization`. */
const serveImages = async (authorization?: string) => {
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#1150C4' } })
    .jpeg()
    .toBuffer();
  const requests: string[] = [];
  const origin = await serveListener((request, response) => {
    requests.push(request.url ?? '');
    if (request.headers.authorization !== authorization) return response.writeHead(401).end();
    return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  });
  return { host: new URL(origin).host, origin, requests };
};

test('an image of a configured media host is served by this site', async () => {
  const { host, origin, requests } = await serveImages();
  const image = { url: `${origin}/freehold/2026/caf%C3%A9.jpg?ver=2`, alt: 'A', ...size };
  const content = `<p><img src="${image.url}" alt="" width="800" height="400"></p>`;
  const { readPost, warnings } = await openSiteWith(posts(post({ slug: 'news', content, acf: { image } })), {
    CMS_MEDIA_ORIGINS: `https://cdn.example, ${origin}`,
  });
  const { readMedia } = await import('../../../src/content/media.ts');

  const found = await readPost('news');
  expect(found?.image?.url).toBe(`/media/1600/@${host}/freehold/2026/caf%C3%A9.jpg.webp`);
  expect(found?.body).toContain(`src="/media/1600/@${host}/freehold/2026/caf%C3%A9.jpg.webp"`);
  expect(warnings()).toEqual([]);

  const media = await readMedia(`@${host}/freehold/2026/caf%C3%A9.jpg`, 320, 'webp');
  expect(media).toMatchObject({ type: 'image/webp' });
  expect(requests).toEqual(['/freehold/2026/caf%C3%A9.jpg']);
});

test.each(['/wp/wp-content', '/app'])(
  'pictures and files below %s/uploads of WordPress are served by this site',
  async (directory) => {
    const { host, origin, requests } = await serveImages();
    resetModulesWith({ CMS_URL: `${origin}/cms` });
    const { readMedia } = await import('../../../src/content/media.ts');
    const { readFile } = await import('../../../src/content/files.ts');
    const { toHref, toImageUrl } = await import('../../../src/content/links.ts');
    const uploads = `/cms${directory}/uploads`;

    expect(toImageUrl(`${origin}${uploads}/a.jpg`)).toBe(`/media/1600/@${host}${uploads}/a.jpg.webp`);
    expect(toHref(`${origin}${uploads}/a.pdf`)).toBe(`/files/@${host}${uploads}/a.pdf`);
    expect(toHref(`${directory}/uploads/a.pdf`)).toBe(`/files/@${host}${uploads}/a.pdf`);
    expect(await readMedia(`@${host}${uploads}/a.jpg`, 320, 'webp')).toMatchObject({ type: 'image/webp' });
    expect((await readFile(`@${host}${uploads}/a.pdf`, new Request('http://localhost/')))?.status).toBe(200);
    expect(requests).toEqual([`${uploads}/a.jpg`, `${uploads}/a.pdf`]);
    expect(await readMedia(`@${host}/cms/backups/a.jpg`, 320, 'webp')).toBeNull();
  },
);

test('uploads of a WordPress in a subdirectory may be named by their path', async () => {
  resetModulesWith({ CMS_URL: 'https://cms.example/blog' });
  const { toHref, toImageUrl } = await import('../../../src/content/links.ts');

  for (const base of ['https://cms.example/blog', '/blog', '']) {
    expect(toImageUrl(`${base}/wp-content/uploads/a.jpg`)).toBe('/media/1600/a.jpg.webp');
    expect(toHref(`${base}/wp-content/uploads/a.pdf`)).toBe('/files/a.pdf');
  }
});

test('a WordPress that is protected by the password in CMS_URL, and no other host, gets it with requests for pictures and files', async () => {
  const wordpress = await serveImages(`Basic ${Buffer.from('staging:p@ss').toString('base64')}`);
  const other = await serveImages();
  resetModulesWith({
    CMS_URL: `${wordpress.origin.replace('//', '//staging:p%40ss@')}/cms`,
    CMS_MEDIA_ORIGINS: other.origin,
  });
  const { readMedia } = await import('../../../src/content/media.ts');
  const { readFile } = await import('../../../src/content/files.ts');

  expect(await readMedia('2026/a.jpg', 320, 'webp')).toMatchObject({ type: 'image/webp' });
  expect(await readMedia(`@${other.host}/a.jpg`, 320, 'webp')).toMatchObject({ type: 'image/webp' });
  expect((await readFile('2026/a.pdf', new Request('http://localhost/')))?.status).toBe(200);
  expect(wordpress.requests).toEqual(['/cms/wp-content/uploads/2026/a.jpg', '/cms/wp-content/uploads/2026/a.pdf']);
});

test('images of other hosts are never requested', async () => {
  const { host, origin, requests } = await serveImages();
  resetModulesWith({ CMS_MEDIA_ORIGINS: 'https://cdn.example' });
  const { readMedia } = await import('../../../src/content/media.ts');
  const { toMediaSource } = await import('../../../src/content/links.ts');

  expect(toMediaSource('@cdn.example/a.jpg')).toBe('https://cdn.example/a.jpg');
  for (const path of [
    `@${host}/a.jpg`,
    `@cdn.example@${host}/a.jpg`,
    `@cdn.example%2F..%2F..%2F${host}/a.jpg`,
    `${origin}/a.jpg`,
    '@cdn.example',
    '@cdn.example/../a.jpg',
    '@CDN.example.evil/a.jpg',
  ]) {
    expect(toMediaSource(path), path).toBeNull();
    expect(await readMedia(path, 320, 'webp')).toBeNull();
  }
  expect(requests).toEqual([]);
});
