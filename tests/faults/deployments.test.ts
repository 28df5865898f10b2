import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { recordDocuments } from '../e2e/site.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { enableSaveData, triggerHydration } from '../support/page-weight.ts';
import { startSiteProcess } from '../support/site-process.ts';

/*
 * A new deployment replaces the old one at the same origin while a page is open. It is the same build, in which the id, the names of all
 * chunks and a text are changed, because a second build would take longer than all of these tests.
 */

/** The text of a link in the footer, by which the tests distinguish the deployments. */
const OLD_LINK = 'Write to us';
const NEW_LINK = 'Write to us today';

/** Twice the default of VERSION_POLL_S. */
const MORE_THAN_POLL_INTERVAL_MS = 7_200_000;

let folder: string;
let browser: Browser;
let deployments: Record<'old' | 'new', Awaited<ReturnType<typeof startSiteProcess>>>;
/** The deployment to which the origin forwards requests. */
let deployed: 'old' | 'new';
/** The address of the site. */
let url: string;

const START = ['dist/serve-node.js'];

/** Changes the build in a folder as another build of changed sources would. */
const changeBuild = (dist: string): void => {
  const { id }: { readonly id: string } = JSON.parse(
    readFileSync(path.join(dist, 'public/builds/latest.json'), 'utf8'),
  );
  const newId = [...id].reverse().join('');
  const chunks = readdirSync(path.join(dist, 'public/assets')).filter((name) => name.endsWith('.js'));
  const toNewName = (chunk: string): string => chunk.replace(/\.js$/, '-new.js');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|json)$/.test(name));
  for (const name of files) {
    const file = path.join(dist, name);
    let text = readFileSync(file, 'utf8').replaceAll(id, newId).replaceAll(`"${OLD_LINK}"`, `"${NEW_LINK}"`);
    for (const chunk of chunks) text = text.replaceAll(chunk, toNewName(chunk));
    writeFileSync(file, text);
    const newName = chunks.includes(path.basename(name)) ? toNewName(name) : name.replace(id, newId);
    renameSync(file, path.join(dist, newName));
  }
};

const origin = createServer((incoming, outgoing) => {
  const { method, headers } = incoming;
  const target = new URL(incoming.url ?? '/', deployments[deployed].url);
  const forwarded = request(target, { method, headers, agent: false }, (response) => {
    const { connection: _, ...responseHeaders } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
    response.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
});

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deployment-'));
  // Without the compressed variants, whose content would stay the old one.
  const filter = (source: string): boolean => !/\.(?:br|gz)$|dist\/compiled$/.test(source);
  cpSync('dist', path.join(folder, 'dist'), { recursive: true, filter });
  cpSync('private', path.join(folder, 'private'), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  changeBuild(path.join(folder, 'dist'));
  url = `http://127.0.0.1:${await listenOnLoopback(origin)}`;
  deployments = {
    old: await startSiteProcess({ SITE_URL: url }),
    new: await startSiteProcess({ SITE_URL: url }, folder, START),
  };
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  origin.closeAllConnections();
  origin.close();
  for (const deployment of Object.values(deployments ?? {})) await deployment.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  deployed = 'old';
});

const openPage = async (): Promise<Page> => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context.newPage();
};

/**
 * Opens a page and waits for the cookie banner. Everything that does not wait for an intent is loaded by then: the browser saves data,
 * so the page does not fetch React when it is idle.
 */
const openSettled = async (page: Page, url: string): Promise<void> => {
  await enableSaveData(page);
  await page.goto(url);
  await page.getByRole('dialog', { name: 'Cookies, briefly' }).waitFor();
};

const expectNewDeployment = (page: Page): Promise<void> =>
  expect.poll(() => page.getByRole('link', { name: NEW_LINK }).count()).toBe(1);

test('a new deployment does not reload an open page, and the next link loads a document', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(`${url}/faq`);
  await triggerHydration(page);
  const search = page.getByRole('searchbox', { name: 'Search the FAQ' });
  await search.fill('payo');
  await expect.poll(() => page.url()).toBe(`${url}/faq?q=payo`);
  // The recording starts before the deployment, because a page that has detected a deployment stops polling.
  const polled: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/builds/latest.json')) polled.push(await response.text().catch(() => ''));
  });
  deployed = 'new';
  const loaded = recordDocuments(page);
  await page.clock.fastForward(MORE_THAN_POLL_INTERVAL_MS);
  const latest = await (await fetch(`${url}/builds/latest.json`)).text();
  await expect.poll(() => polled).toContain(latest);
  expect(loaded).toEqual([]);
  expect(await search.inputValue()).toBe('payo');

  await page.getByRole('contentinfo').getByRole('link', { name: 'News', exact: true }).press('Enter');
  await expect.poll(() => page.title()).toBe('News | Freehold');
  expect(loaded).toEqual(['/news']);
  await expectNewDeployment(page);
});

test('before hydration, a chunk that no longer exists causes a reload that preserves input, open details and the scroll position', async () => {
  const page = await openPage();
  await openSettled(page, `${url}/faq`);
  deployed = 'new';
  const loaded = recordDocuments(page);
  const search = page.getByRole('searchbox', { name: 'Search the FAQ' });
  const last = page.getByRole('main').locator('details').last();
  expect(await last.getAttribute('open')).toBe(null);
  // Scrolling is the first intent, which requests React, whose chunks do not exist in the new deployment. The details element is below
  // the viewport, so opening it shifts nothing.
  await search.evaluate((input: HTMLInputElement) => {
    input.value = 'Half a thought';
    [...document.querySelectorAll('main details')].at(-1)?.setAttribute('open', '');
    scrollTo({ top: 300, behavior: 'instant' });
  });

  await expectNewDeployment(page);
  expect(loaded).toEqual(['/faq']);
  await expect.poll(() => last.getAttribute('open')).toBe('');
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 300))).toBeLessThan(20);
  await expect.poll(() => search.inputValue()).toBe('Half a thought');
});

// tests/unit/framework/client/chunk-load-failure.test.ts shows that a page is reloaded once in ten seconds.
test('a navigation that receives a payload of another build loads a document, which begins at its top', async () => {
  const page = await openPage();
  await page.goto(url);
  await triggerHydration(page);
  deployed = 'new';
  const loaded = recordDocuments(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click();

  await expect.poll(() => page.title()).toBe('FAQ | Freehold');
  await expect.poll(() => loaded.at(-1)).toBe('/faq');
  await expectNewDeployment(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
