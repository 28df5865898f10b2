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

const hydrate = async (view: Page): Promise<void> => {
  await view.mouse.move(50, 300);
  await view.locator('html[data-hydrated]').waitFor();
};

test('an icon that is not installed is loaded from this site into a placeholder of the same size', async () => {
  const { view, problems } = await openPage(['mdi:home', 'route'], (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ prefix: 'mdi', icons: { home: { body: '<path id="p" d="M1 1h9"/>', width: 24 } } })),
  );
  const before = await iconOf(view, 'mdi:home').boundingBox();
  expect(before).toMatchObject({ width: 32, height: 32 });
  expect(await iconOf(view, 'route').locator('path').count()).toBeGreaterThan(0);

  await hydrate(view);
  await iconOf(view, 'mdi:home').locator('path').waitFor({ state: 'attached' });
  expect(await iconOf(view, 'mdi:home').boundingBox()).toEqual(before);
  expect(problems).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['is unknown', (_, response) => response.writeHead(404).end('404')],
  ['times out', () => undefined],
])('an icon that %s leaves its placeholder empty without errors', async (_, listener) => {
  const { view, problems } = await openPage(['mdi:no-such-icon', 'No icon at all!'], listener);
  const response = view.waitForResponse(/\/api\/icons\/mdi\.json/);
  await hydrate(view);

  expect(await (await response).json()).toMatchObject({ not_found: ['no-such-icon'] });
  for (const name of ['mdi:no-such-icon', 'No icon at all!']) {
    expect(await iconOf(view, name).boundingBox()).toMatchObject({ width: 32, height: 32 });
    expect(await iconOf(view, name).locator('*').count()).toBe(0);
  }
  expect(problems).toEqual([]);
});
