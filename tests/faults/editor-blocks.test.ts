import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startSiteForTest, startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import { post, posts, serveWordPress } from '../support/wordpress-server.ts';

/** An image for every `.jpg` file, and 64 KB declared as HTML for all others. */
const uploads = createServer(async (request, response) => {
  const isImage = request.url?.endsWith('.jpg');
  const body = isImage
    ? await sharp({ create: { width: 600, height: 400, channels: 3, background: '#1150C4' } })
        .jpeg()
        .toBuffer()
    : Buffer.alloc(65_536, 'x');
  response.writeHead(200, { 'content-type': isImage ? 'image/jpeg' : 'text/html', 'content-length': body.length });
  response.end(body);
});

const VIDEO =
  '<figure class="wp-block-embed is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper"><iframe title="A tour" width="500" height="281" src="https://www.youtube.com/embed/jNQXAC9IVRw?feature=oembed"></iframe></div></figure>';

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;
let site: Awaited<ReturnType<typeof startSiteProcess>>;
let browser: Browser;

beforeAll(async () => {
  const origin = `http://127.0.0.1:${await listenOnLoopback(uploads)}`;
  const image = (name: string) =>
    `<figure class="wp-block-image"><img width="600" height="400" src="${origin}/${name}.jpg" alt="${name}" /></figure>`;
  const gallery = `<figure class="wp-block-gallery has-nested-images">${image('one')}${image('two')}</figure>`;
  const content = posts(
    post({ slug: 'video', title: 'Video', content: VIDEO }),
    post({ slug: 'gallery', title: 'Gallery', content: gallery }),
  );
  wordpress = await serveWordPress(content, stopLater);
  site = await startSiteProcess({ CMS_URL: wordpress.url, CMS_MEDIA_ORIGINS: origin });
  browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
});

afterAll(async () => {
  await browser.close();
  await site.stop('SIGKILL');
  await wordpress.stop();
  uploads.closeAllConnections();
  uploads.close();
});

/** Opens an article. `foreignUrls` lists the URLs requested from other hosts; an empty page is returned for each. */
const openArticle = async (slug: string, { javaScriptEnabled = true } = {}) => {
  const context = await browser.newContext({ javaScriptEnabled });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const foreignUrls: string[] = [];
  const errors: string[] = [];
  await tab.route(
    (url) => !url.href.startsWith(site.url),
    (route) => {
      foreignUrls.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' });
    },
  );
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  tab.on('pageerror', (error) => errors.push(error.message));
  await tab.goto(`${site.url}/${slug}`, { waitUntil: 'networkidle' });
  return { tab, context, foreignUrls, errors };
};

const frames = (tab: Page) => tab.locator('main iframe');

test('a video loads its player after consent, and nothing from the video platform before', async () => {
  const { tab, context, foreignUrls, errors } = await openArticle('video');
  const card = tab.getByRole('link', { name: /A tour.*Load this video/ });
  await card.hover();
  await tab.locator('html[data-hydrated]').waitFor();
  expect(foreignUrls).toEqual([]);
  expect(await context.cookies()).toEqual([]);

  await card.click();
  await frames(tab).waitFor();
  expect(await frames(tab).getAttribute('title')).toBe('A tour');
  expect(new Set(foreignUrls.map((url) => new URL(url).origin))).toEqual(new Set(['https://www.youtube-nocookie.com']));
  const cookies = new Map(
    (await context.cookies()).map(({ name, value }) => [name, JSON.parse(decodeURIComponent(value))]),
  );
  expect(cookies.get('cc_cookie').categories).toEqual(['necessary', 'videos']);
  expect(cookies.get('cookies_consent')).toMatchObject({
    acceptType: 'custom',
    acceptedCategories: ['necessary', 'videos'],
    rejectedCategories: ['captcha'],
  });

  await tab.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await tab.getByRole('button', { name: 'Reject all' }).click();
  await card.waitFor();
  expect(await frames(tab).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('with consent stored, a video is loaded only on click, without asking for consent', async () => {
  const { tab, foreignUrls } = await openArticle('video');
  await tab.getByRole('button', { name: 'Accept', exact: true }).click();
  await tab.locator('#cookie-box').waitFor({ state: 'detached' });
  await tab.reload({ waitUntil: 'networkidle' });
  expect(foreignUrls).toEqual([]);

  await tab.getByRole('link', { name: /Load this video/ }).click();
  await frames(tab).waitFor();
});

test('without scripts a video is a link to its page', async () => {
  const { tab, foreignUrls } = await openArticle('video', { javaScriptEnabled: false });
  const card = tab.getByRole('link', { name: /A tour.*Watch on YouTube/ });

  expect(await card.getAttribute('href')).toBe('https://www.youtube.com/watch?v=jNQXAC9IVRw');
  expect(foreignUrls).toEqual([]);
});

test('the images of a gallery open in the lightbox, which returns the focus to the clicked image', async () => {
  const { tab, foreignUrls, errors } = await openArticle('gallery');

  await tab.getByRole('link', { name: 'one' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Pictures' });
  await dialog.waitFor();
  await tab.keyboard.press('ArrowRight');
  await expect.poll(() => dialog.textContent()).toContain('2 / 2');
  await tab.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await tab.evaluate(() => document.activeElement?.querySelector('img')?.alt)).toBe('one');
  expect([...foreignUrls, ...errors]).toEqual([]);
});

test('the site serves downloads, and ranges of videos, but no files that could be executed', async () => {
  const address = uploads.address();
  const files = await startSiteForTest({
    CMS_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  });
  const download = await fetch(`${files.url}/files/2026/price-list.pdf`);
  const part = await fetch(`${files.url}/files/2026/tour.mp4`, { headers: { range: 'bytes=10-19' } });
  const head = await fetch(`${files.url}/files/2026/tour.mp4`, { method: 'HEAD' });

  expect(download.status).toBe(200);
  expect(download.headers.get('content-type')).toBe('application/pdf');
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''price-list.pdf");
  expect(download.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await download.bytes()).length).toBe(65_536);
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 10-19/65536');
  expect(await part.text()).toBe('x'.repeat(10));
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '65536', '']);
  for (const name of ['page.html', 'picture.svg', 'code.js', 'setup.exe']) {
    const { status } = await fetch(`${files.url}/files/2026/${name}`);
    expect({ name, status }).toEqual({ name, status: 404 });
  }
});
