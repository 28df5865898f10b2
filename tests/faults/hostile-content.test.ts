import { createServer } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import {
  type Content,
  event,
  events,
  faq,
  faqItem,
  faqPage,
  homepage,
  page,
  pages,
  post,
  posts,
  serveWordPress,
} from '../support/wordpress-server.ts';

/** Markup that an attacker with access to the CMS could enter. Scripts set `window.ran` if they are executed. */
const ATTACKS = [
  '<script>window.ran = 1</script>',
  '<scr<script>ipt>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<img src="data:image/svg+xml,<svg onload=window.ran=1>" width=1 height=1>',
  '<svg onload="window.ran = 1"><script>window.ran = 1</script></svg>',
  '<svg><animate onbegin="window.ran = 1" attributeName="x" dur="1s"></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror="window.ran = 1">',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<iframe src="javascript:parent.ran = 1"></iframe>',
  '<object data="javascript:window.ran = 1"></object><embed src="javascript:window.ran = 1">',
  '<a href="javascript:window.ran = 1" class="bait">bait</a>',
  '<a href="java&#x09;script:window.ran = 1" class="bait">bait</a>',
  '<a href=" &#14; javascript:window.ran = 1">bait</a>',
  '<form action="javascript:window.ran = 1"><button>bait</button></form>',
  '<style>@import "http://127.0.0.1:9/style.css"; body { display: none }</style>',
  '<p style="position: fixed; inset: 0; background: url(http://127.0.0.1:9/pixel)">cover</p>',
  '<link rel="stylesheet" href="http://127.0.0.1:9/style.css"><meta http-equiv="refresh" content="0; url=http://127.0.0.1:9/">',
  '<base href="http://127.0.0.1:9/"><details ontoggle="window.ran = 1" open><summary>s</summary></details>',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript>',
  '<template><script>window.ran = 1</script></template><video><source onerror="window.ran = 1"></video>',
  '</div></main></body></html><script>window.ran = 1</script>',
  '<p><b><i><table><tr><td><p>never closed',
  '<!--><script>window.ran = 1</script>-->',
  '<input autofocus onfocus="window.ran = 1"><select onfocus="window.ran = 1" autofocus>',
  '\u2028</script><script>window.ran = 1</script>',
];

const BROKEN = 'Set\uD800 it \u0001\u0085up';

/** An image for every URL. */
const mediaRequests: string[] = [];
const mediaHost = createServer(async (request, response) => {
  mediaRequests.push(request.url ?? '');
  const image = sharp({ create: { width: 800, height: 400, channels: 3, background: '#1150C4' } });
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(await image.jpeg().toBuffer());
});

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;
let site: Awaited<ReturnType<typeof startSiteProcess>>;
let browser: Browser;
let mediaPort: number;

const attackedContent = (): Content => {
  const allAttacks = ATTACKS.join('\n');
  const items = ATTACKS.map((attack, index) =>
    faqItem({ id: 100 + index, title: `${attack} question ${index}?`, content: attack }),
  );
  const image = { url: 'javascript:window.ran = 1', alt: '', width: 1, height: 1 };
  return {
    ...homepage({
      testimonials: [{ name: allAttacks, role: allAttacks, quote: allAttacks, image }],
      faq: items.map(({ id }) => id),
    }),
    ...faqPage({ faq: { subheadline: allAttacks, headline: allAttacks, under_headline_content_html: allAttacks } }),
    ...faq(...items),
    '/wp-json/wp/v2/faq-topics': [
      { id: 1, slug: 'x', name: allAttacks, count: 1, description: '', taxonomy: 'faq_topic' },
    ],
  };
};

const brokenContent = (): Content => {
  const mailto = { acf_fc_layout: 'mailto', label: BROKEN, email: 'a@example.org', subject: BROKEN };
  const text = { acf_fc_layout: 'text', label: BROKEN, headline: BROKEN, html: `<p>${BROKEN}</p>` };
  const picture = { url: '/pictures/booth-front.webp', alt: 'Our booth', width: 1600, height: 1000 };
  const acf = { venue: BROKEN, gallery: [picture, picture] };
  const names = ['Content', 'Page title', 'Contents', 'Site menu', 'Related news', 'Global CTA', 'Cookie box'];
  const image = {
    url: `http://127.0.0.1:${mediaPort}/2026/our%20booth.jpg`,
    alt: 'Our booth',
    width: 800,
    height: 400,
  };
  const foreign = { ...image, url: `http://localhost:${mediaPort}/foreign.jpg`, alt: 'Foreign' };
  return {
    ...pages(page({ slug: 'nameserver-setup', title: BROKEN, acf: { label: BROKEN, blocks: [text, mailto] } })),
    ...events(event({ slug: 'open-day', title: BROKEN, content: `<p>${BROKEN}</p>`, acf })),
    ...posts(
      post({ slug: 'headings', content: names.map((name) => `<h2>${name}</h2><p>Text</p>`).join('') }),
      post({ slug: 'hello', title: 'Hello', acf: { image } }),
      post({ slug: 'foreign', title: 'Still here', acf: { image: foreign } }),
    ),
  };
};

beforeAll(async () => {
  mediaPort = await listenOnLoopback(mediaHost);
  wordpress = await serveWordPress({ ...attackedContent(), ...brokenContent() }, stopLater);
  site = await startSiteProcess({ CMS_URL: wordpress.url, CMS_MEDIA_ORIGINS: `http://127.0.0.1:${mediaPort}` });
  browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
});

afterAll(async () => {
  await browser?.close();
  await site?.stop('SIGKILL');
  await wordpress?.stop();
  mediaHost.close();
});

/** Opens a tab that is closed when the test ends, and collects its errors. */
const openTab = async () => {
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  const errors: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  tab.on('pageerror', (error) => errors.push(error.message));
  return { tab, errors };
};

test('malicious markup in the content of the home page and the FAQ is never executed', async () => {
  const { tab: page } = await openTab();
  const unexpected: string[] = [];
  page.on('console', (message) => unexpected.push(message.text()));
  page.on('pageerror', (error) => unexpected.push(error.message));
  page.on('dialog', (dialog) => unexpected.push(dialog.message()));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) unexpected.push(request.url());
  });

  for (const path of ['/', '/faq', '/faq?q=question']) {
    await page.goto(site.url + path);
    await page.mouse.move(100, 100);
    await page.mouse.move(110, 110);
    await page.locator('html[data-hydrated]').waitFor();
    await page
      .getByRole('main')
      .locator('details')
      .evaluateAll((entries) => {
        for (const entry of entries) entry.setAttribute('open', '');
      });
    for (const bait of await page.getByRole('main').getByText('bait', { exact: true }).all()) await bait.click();

    expect(new URL(page.url()).origin).toBe(site.url);
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
    await expect.poll(() => page.getByRole('main').isVisible()).toBe(true);
    expect(
      await page
        .getByRole('main')
        .locator(
          'script:not([type="application/ld+json"]), style, iframe, object, embed, form[action^=java], base, [style], [onerror], [onload]',
        )
        .count(),
    ).toBe(0);
  }
  expect(unexpected).toEqual([]);
});

test('neither invalid characters nor duplicate images nor the names of headings break a page', async () => {
  const { tab, errors } = await openTab();

  const response = await tab.goto(`${site.url}/nameserver-setup`);
  await tab.mouse.move(100, 100);
  await tab.locator('html[data-hydrated]').waitFor();
  expect(response?.status()).toBe(200);
  expect(await tab.getByRole('main').getByRole('link', { name: 'Set\uFFFD it up' }).getAttribute('href')).toBe(
    'mailto:a@example.org?subject=Set%EF%BF%BD%20it%20up',
  );
  const calendar = await (await fetch(`${site.url}/events/open-day.ics`)).text();
  expect(calendar).toContain('SUMMARY:Set\uFFFD it up');

  // Duplicate images are zoomed independently.
  await tab.goto(`${site.url}/events/open-day`);
  const dialog = tab.getByRole('dialog', { name: 'Pictures', exact: true });

  await tab.locator('[data-gallery-item]').first().click();
  await dialog.locator('.yarl__slide_current img[data-status="ready"]').waitFor();
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => dialog.getByRole('status').textContent()).toContain('Zoom 112%');
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(() => dialog.getByRole('status').textContent()).toContain('2 of 2');

  expect(await dialog.getByRole('status').textContent()).not.toContain('Zoom 112%');

  expect(errors).toEqual([]);

  // Headings do not get ids that the template uses.
  await tab.goto(`${site.url}/headings`);
  await tab.locator('#cookie-box').waitFor();

  const ids = await tab.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(await tab.locator('#content').evaluate(({ tagName }) => tagName)).toBe('MAIN');
});

test('only images of configured media hosts are shown, and they are served by the site itself', async () => {
  const { tab, errors } = await openTab();

  await tab.goto(`${site.url}/hello`);
  const booth = tab.getByRole('img', { name: 'Our booth' });
  await expect
    .poll(() => booth.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  expect(new Set(mediaRequests)).toEqual(new Set(['/2026/our%20booth.jpg']));

  await tab.goto(`${site.url}/foreign`);
  expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Still here');
  expect(await tab.getByRole('img', { name: 'Foreign' }).count()).toBe(0);
  const response = await fetch(`${site.url}/media/320/@localhost:${mediaPort}/foreign.jpg.webp`);
  expect(response.status).toBe(404);
  expect(mediaRequests).not.toContain('/foreign.jpg');
  expect(errors).toEqual([]);
});
