import { createServer, type RequestListener } from 'node:http';
import { chromium, type Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startSiteForTest } from '../support/site-process.ts';
import { page, pages, serveWordPress } from '../support/wordpress-server.ts';

const cards = (...icons: string[]) => ({
  acf_fc_layout: 'cards',
  label: 'Signs',
  headline: 'Signs',
  cards: icons.map((icon) => ({ icon, title: `Card ${icon}`, text: '', url: '' })),
});

const serveIconApi = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
};

/** Opens a page whose cards have these icons. `problems` are console errors, warnings and requests to other hosts. */
const openPage = async (
  icons: readonly string[],
  listener: RequestListener,
): Promise<{ view: Page; problems: string[] }> => {
  const wordpress = await serveWordPress(pages(page({ slug: 'signs', acf: { blocks: [cards(...icons)] } })));
  const site = await startSiteForTest({ CMS_URL: wordpress.url, ICON_API_URL: await serveIconApi(listener) });
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const view = await browser.newPage();
  const problems: string[] = [];
  view.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  view.on('pageerror', (error) => problems.push(error.message));
  view.on('request', (request) => {
    if (!request.url().startsWith(site.url)) problems.push(request.url());
  });
  await view.goto(`${site.url}/signs`);
  return { view, problems };
};

const iconOf = (view: Page, name: string) =>
  view
    .getByRole('listitem')
    .filter({ hasText: `Card ${name}` })
    .locator('svg')
    .first();

test('icons that are not installed are loaded from this site into placeholders, which stay empty if there is none', async () => {
  const missing = ['mdi:no-such-icon', 'ic:gone', 'lucide:never-answered', 'No icon at all!'];
  const { view, problems } = await openPage(['mdi:home', 'route', ...missing], (request, response) => {
    if (request.url?.startsWith('/lucide')) return;
    if (request.url?.startsWith('/ic')) response.writeHead(404).end('404');
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ prefix: 'mdi', icons: { home: { body: '<path id="p" d="M1 1h9"/>', width: 24 } } }));
  });
  const before = await iconOf(view, 'mdi:home').boundingBox();
  expect(before).toMatchObject({ width: 32, height: 32 });
  expect(await iconOf(view, 'route').locator('path').count()).toBeGreaterThan(0);
  const answers = ['mdi', 'ic', 'lucide'].map((prefix) => view.waitForResponse(`**/api/icons/${prefix}.json*`));
  await view.mouse.move(50, 300);

  for (const [index, icon] of ['no-such-icon', 'gone', 'never-answered'].entries())
    expect(await (await answers[index])?.json()).toMatchObject({ not_found: [icon] });
  await iconOf(view, 'mdi:home').locator('path').waitFor({ state: 'attached' });
  expect(await iconOf(view, 'mdi:home').boundingBox()).toEqual(before);
  for (const name of missing) {
    expect(await iconOf(view, name).boundingBox()).toMatchObject({ width: 32, height: 32 });
    expect(await iconOf(view, name).locator('*').count()).toBe(0);
  }
  expect(problems).toEqual([]);
});
