import { parse } from 'node-html-parser';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { recordLayoutShifts } from '../e2e/page-checks.ts';
import { triggerHydration } from '../support/page-weight.ts';
import { readGradually } from '../support/read-gradually.ts';
import { shareSite } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import { readRepositorySnapshot, serveWordPress } from '../support/wordpress-server.ts';

/** The pages, and the last of what is sent of each at once. */
const PAGES = [
  ['/', 'No commission on sales'],
  ['/faq', '</header>'],
  ['/news', '</header>'],
  ['/events', '</header>'],
  ['/about-us', '</header>'],
  ['/solutions', '</header>'],
  ['/contact', '<h1'],
  ['/RSOC-for-domains-application', '<h1'],
] as const;

const ARTICLE = { path: '/payout-dates-winter-2026', title: 'Payout dates from December to February' };

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;
/** Lets WordPress answer what it holds back. */
let answer: () => void = () => undefined;

const site = shareSite(async () => {
  wordpress = await serveWordPress(readRepositorySnapshot(), stopLater);
  // With this TTL each page waits for WordPress again.
  return { CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '60000', CMS_TTL_S: '0' };
});

afterEach(() => answer());

afterAll(() => wordpress?.stop());

/** From now on WordPress answers no requests, or none of those for which `holds` is true. */
const pause = (holds?: (url: string) => boolean): void => {
  answer = wordpress.pause(holds);
};

const open = async (path: string, init?: RequestInit) => readGradually(await fetch(site.url + path, init));

const read = async (path: string): Promise<string> => (await fetch(site.url + path)).text();

test('every page, a search and the payload of a client navigation are sent up to what they wait for, and then the rest', {
  // Shorter than the time after which the site gives WordPress up.
  timeout: 45_000,
}, async () => {
  pause();
  const readings = await Promise.all(PAGES.map(([path]) => open(path)));
  for (const [index, [path, last]] of PAGES.entries()) {
    const begun = await readings[index]?.until(last);
    expect(readings[index]?.response.status, path).toBe(200);
    expect(begun, path).toContain('</header>');
    expect(begun, path).not.toContain('</footer>');
  }
  const search = await open('/faq?q=pay');
  await search.until('</header>');
  const navigation = await open('/RSC/R/about-us.txt');
  await navigation.until('header');

  answer();
  for (const [index, [path]] of PAGES.entries())
    expect(await readings[index]?.rest(), path).toMatch(/<\/footer>.*<\/body><\/html>$/s);
  expect(await search.rest()).toMatch(/<details.*<\/html>$/s);
  expect(await navigation.rest()).toContain('About us');
});

test('a page that may not exist waits for the answer that decides it', async () => {
  pause();
  const [article, nowhere] = [fetch(site.url + ARTICLE.path), fetch(`${site.url}/nowhere`)];
  answer();

  expect((await article).status).toBe(200);
  expect(await (await article).text()).toContain(ARTICLE.title);
  expect((await nowhere).status).toBe(404);
});

test('of an article, the list of articles decides whether it exists: its page does not wait for the article itself', async () => {
  pause((url) => url.includes('slug='));
  const { response, until, rest } = await open(ARTICLE.path);

  expect(await until('</header>')).toContain(`<title>${ARTICLE.title}`);
  expect(response.status).toBe(200);
  answer();
  expect(await rest()).toContain(`${ARTICLE.title}</h1>`);
});

test('a page does not wait for the list of articles', async () => {
  pause((url) => url.includes('/wp/v2/posts'));

  expect(await read('/imprint')).toContain('>Imprint</h1>');
});

test('the page that answers a form without scripts is sent the same way', async () => {
  const form = parse(await read('/contact')).querySelector('main form');
  const body = new FormData();
  for (const input of form?.querySelectorAll('input[name]') ?? [])
    body.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
  pause();
  const { response, until, rest } = await open('/contact', { method: 'POST', body });

  expect(await until('</form>')).not.toContain('</footer>');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  answer();
  const html = await rest();
  expect(html).toMatch(/<\/footer>.*<\/body><\/html>$/s);
  expect(html).toContain('aria-invalid="true"');
});

test('pages shift nothing while their parts arrive, in narrow and wide windows, and hydrate without an error', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const readShifts = await recordLayoutShifts(page);
  // `/events` and `/solutions` wait as `/news` and `/about-us` do.
  const narrow = PAGES.filter(([path]) => path !== '/events' && path !== '/solutions');
  const visits = [
    ...narrow.map(([path]) => ({ path, width: 390, isHydrated: true })),
    // Three pages stand for the layouts that differ in wide windows.
    ...['/', '/faq', '/contact'].map((path) => ({ path, width: 1280, isHydrated: false })),
  ];
  for (const { path, width, isHydrated } of visits) {
    await page.setViewportSize({ width, height: 900 });
    pause();
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await page.locator('footer').count(), path).toBe(0);

    answer();
    await page.waitForLoadState('networkidle');
    expect(await readShifts(), `${path} at ${width} pixels`).toBeLessThan(0.0005);
    if (!isHydrated) continue;
    await triggerHydration(page);
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});

test('going back restores the scroll position when the parts of the page have arrived', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${site.url}/solutions`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await page.locator('html[data-hydrated]').waitFor();
  const section = page.locator('main section').nth(3);
  const topOfSection = (): Promise<number> => section.evaluate((element) => element.getBoundingClientRect().top);
  await section.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const top = await topOfSection();

  await page.locator('header nav a[href="/about-us"]').dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: 'Domains, and nothing else' }).waitFor();
  pause();
  await page.goBack();
  await page.locator('main [inert]').first().waitFor();
  answer();

  await section.waitFor();
  await expect.poll(async () => Math.abs((await topOfSection()) - top)).toBeLessThan(2);
});
