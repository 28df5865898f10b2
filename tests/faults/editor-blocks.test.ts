import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import { type Content, page, pages, post, posts, serveWordPress } from '../support/wordpress-server.ts';

/** A media host with an image for every URL. */
const uploads = createServer(async (_, response) => {
  const image = sharp({ create: { width: 600, height: 400, channels: 3, background: '#1150C4' } });
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(await image.jpeg().toBuffer());
});

/** An icon API that has only `mdi:home`, and never answers about the collection `lucide`. */
const iconApi = createServer((request, response) => {
  if (request.url?.startsWith('/lucide')) return;
  if (request.url?.startsWith('/ic')) response.writeHead(404).end('404');
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ prefix: 'mdi', icons: { home: { body: '<path id="p" d="M1 1h9"/>', width: 24 } } }));
});

const VIDEO =
  '<figure class="wp-block-embed is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper"><iframe title="A tour" width="500" height="281" src="https://www.youtube.com/embed/jNQXAC9IVRw?feature=oembed"></iframe></div></figure>';

const MISSING_ICONS = ['mdi:no-such-icon', 'ic:gone', 'lucide:never-answered', 'No icon at all!'];

/** The pages of the tests below: a link to a page with a picture in its text and another one in a popup, and cards with icons. */
const pagesWithBlocks = (): Content => {
  const html =
    '<figure class="wp-block-image"><a href="/pictures/booth-front.webp"><img src="/pictures/booth-front.webp" alt="Our booth" width="1600" height="1000"></a></figure>';
  const popup = { acf_fc_layout: 'popup', button_label: 'More', headline: 'More of it', html };
  const text = { acf_fc_layout: 'text', label: '', headline: 'The tour', html };
  const cards = { acf_fc_layout: 'cards', label: 'Signs', headline: 'Signs' };
  const icons = ['mdi:home', 'route', ...MISSING_ICONS].map((icon) => ({
    icon,
    title: `Card ${icon}`,
    text: '',
    url: '',
  }));
  return pages(
    page({ slug: 'overview', title: 'Overview', content: '<p><a href="/tour">To the tour</a></p>' }),
    page({ slug: 'tour', title: 'Tour', acf: { blocks: [text, popup] } }),
    page({ slug: 'signs', acf: { blocks: [{ ...cards, cards: icons }] } }),
  );
};

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
  wordpress = await serveWordPress(
    { ...content, ...pagesWithBlocks(), '/wp-content/uploads/2026/price-list.pdf': 'prices' },
    stopLater,
  );
  site = await startSiteProcess({
    CMS_URL: wordpress.url,
    CMS_MEDIA_ORIGINS: origin,
    ICON_API_URL: `http://127.0.0.1:${await listenOnLoopback(iconApi)}`,
  });
  browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
});

afterAll(async () => {
  await browser?.close();
  await site?.stop('SIGKILL');
  await wordpress?.stop();
  for (const server of [uploads, iconApi]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Opens a page. `foreignUrls` lists the URLs requested from other hosts; an empty page is returned for each. */
const openPage = async (slug: string, { javaScriptEnabled = true } = {}) => {
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
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  tab.on('pageerror', (error) => errors.push(error.message));
  await tab.goto(`${site.url}/${slug}`, { waitUntil: 'networkidle' });
  return { tab, context, foreignUrls, errors };
};

const frames = (tab: Page) => tab.locator('main iframe');

test('a video loads its player after consent, and nothing from the video platform before', async () => {
  const { tab, context, foreignUrls, errors } = await openPage('video');
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
  const { tab, foreignUrls } = await openPage('video');
  await tab.getByRole('button', { name: 'Accept', exact: true }).click();
  await tab.locator('#cookie-box').waitFor({ state: 'detached' });
  await tab.reload({ waitUntil: 'networkidle' });
  expect(foreignUrls).toEqual([]);

  await tab.getByRole('link', { name: /Load this video/ }).click();
  await frames(tab).waitFor();
});

test('without scripts a video is a link to its page', async () => {
  const { tab, foreignUrls } = await openPage('video', { javaScriptEnabled: false });
  const card = tab.getByRole('link', { name: /A tour.*Watch on YouTube/ });

  expect(await card.getAttribute('href')).toBe('https://www.youtube.com/watch?v=jNQXAC9IVRw');
  expect(foreignUrls).toEqual([]);
});

test('the images of a gallery open in the lightbox, which returns the focus to the clicked image', async () => {
  const { tab, foreignUrls, errors } = await openPage('gallery');

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

/** Follows a link to the page with pictures. Nothing loads a document. */
const openTour = async () => {
  const { tab } = await openPage('overview');
  await tab.mouse.move(100, 100);
  await tab.locator('html[data-hydrated]').waitFor();
  await tab.getByRole('link', { name: 'To the tour' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
  return { tab, lightbox: tab.locator('.yarl__root'), picture: tab.locator('a[data-media="picture"]').first() };
};

test('a double click on a picture in a text opens one lightbox, and Back closes a lightbox together with its page', async () => {
  const { tab, lightbox, picture } = await openTour();
  await picture.dblclick();
  await lightbox.first().waitFor();
  await tab.keyboard.press('Escape');
  await expect.poll(() => lightbox.count()).toBe(0);

  await picture.click();
  await lightbox.waitFor();
  await tab.goBack();
  await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect.poll(() => lightbox.count()).toBe(0);
});

test('a picture in a popup opens in front of it, and the popup is there again afterwards', async () => {
  const { tab, lightbox } = await openTour();
  const popup = tab.locator('[popover]').filter({ hasText: 'More of it' });
  await tab.getByRole('button', { name: 'More', exact: true }).click();
  const picture = popup.locator('a[data-media="picture"]');
  await picture.click();
  await lightbox.waitFor();
  expect(await popup.isVisible()).toBe(false);
  await tab.keyboard.press('Escape');

  await expect.poll(() => lightbox.count()).toBe(0);
  expect(await popup.isVisible()).toBe(true);
  expect(await picture.evaluate((link) => document.activeElement === link)).toBe(true);
});

test('icons that are not installed are loaded from this site into placeholders, which stay empty if there is none', async () => {
  const { tab, foreignUrls, errors } = await openPage('signs');
  const iconOf = (name: string) =>
    tab
      .getByRole('listitem')
      .filter({ hasText: `Card ${name}` })
      .locator('svg')
      .first();
  const before = await iconOf('mdi:home').boundingBox();
  expect(before).toMatchObject({ width: 32, height: 32 });
  expect(await iconOf('route').locator('path').count()).toBeGreaterThan(0);
  const answers = ['mdi', 'ic', 'lucide'].map((prefix) => tab.waitForResponse(`**/api/icons/${prefix}.json*`));
  await tab.mouse.move(50, 300);

  for (const [index, icon] of ['no-such-icon', 'gone', 'never-answered'].entries())
    expect(await (await answers[index])?.json()).toMatchObject({ not_found: [icon] });
  await iconOf('mdi:home').locator('path').waitFor({ state: 'attached' });
  expect(await iconOf('mdi:home').boundingBox()).toEqual(before);
  for (const name of MISSING_ICONS) {
    expect(await iconOf(name).boundingBox()).toMatchObject({ width: 32, height: 32 });
    expect(await iconOf(name).locator('*').count()).toBe(0);
  }
  expect([...foreignUrls, ...errors]).toEqual([]);
});

// tests/integration/content/files.test.ts tests ranges and HEAD.
test('the site serves downloads, but no files that could be executed', async () => {
  const download = await fetch(`${site.url}/files/2026/price-list.pdf`);

  expect(download.status).toBe(200);
  expect(download.headers.get('content-type')).toBe('application/pdf');
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''price-list.pdf");
  expect(download.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await download.text()).toContain('prices');
  expect((await fetch(`${site.url}/files/2026/page.html`)).status).toBe(404);
});
