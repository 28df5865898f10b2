import { globSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { parse } from 'node-html-parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { FIXED_ROUTES } from '../support/fixed-routes.ts';
import { startSiteForTest } from '../support/site-process.ts';
import {
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

const ARTICLES = Array.from({ length: 10 }, (_, index) => `article-${index}`);
const QUESTION = 'When do you pay?';

const CONTENT = {
  ...homepage({ testimonials: [], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Every question', under_headline_content_html: '<p>All</p>' } }),
  ...faq(faqItem({ id: 11, title: QUESTION })),
  ...posts(
    post({ slug: 'payouts', title: 'New payouts' }),
    ...ARTICLES.map((slug) => post({ slug, title: 'An article' })),
  ),
  ...pages(
    page({ slug: 'about-us', title: 'The people' }),
    page({ slug: 'contact', title: 'Talk to us' }),
    page({ slug: 'imprint', title: 'Imprint' }),
  ),
  '/wp-json/wp/v2/faq-topics': [],
};

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

/** The content of the repository's snapshot, by path. */
const SNAPSHOT = Object.fromEntries(
  globSync('wp-json/**/*.json', { cwd: 'private/content' }).map((file) => [
    `/${file.slice(0, -'.json'.length)}`,
    JSON.parse(readFileSync(`private/content/${file}`, 'utf8')),
  ]),
);

/** A site that has just started, with a WordPress that answers nothing until `answer` is called. */
const openSlowSite = async (settings: Record<string, string> = {}) => {
  const wordpress = await serveWordPress(CONTENT);
  const answer = wordpress.pause();
  onTestFinished(answer);
  const site = await startSiteForTest({ CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '20000', ...settings });
  return { site, wordpress, answer };
};

type Reading = {
  readonly response: Response;
  /** Waits until the text has arrived; returns everything so far. */
  readonly until: (text: string) => Promise<string>;
  readonly rest: () => Promise<string>;
  readonly cancel: () => Promise<void>;
};

const open = async (url: string, init: RequestInit = {}): Promise<Reading> => {
  const response = await fetch(url, init);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readOn = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    text += chunk?.value ?? '';
    return chunk?.done === false;
  };
  return {
    response,
    until: async (wanted) => {
      while (!text.includes(wanted) && (await readOn()));
      expect(text).toContain(wanted);
      return text;
    },
    rest: async () => {
      while (await readOn());
      return text;
    },
    cancel: async () => reader?.cancel(),
  };
};

const read = async (url: string): Promise<string> => (await fetch(url)).text();

describe('while WordPress does not answer', () => {
  test('every page is sent up to what it waits for, and then the rest', async () => {
    const { site, answer } = await openSlowSite();
    const readings = await Promise.all(PAGES.map(([path]) => open(site.url + path)));
    for (const [index, [path, last]] of PAGES.entries()) {
      const begun = await readings[index]?.until(last);
      expect(readings[index]?.response.status, path).toBe(200);
      expect(begun, path).toContain('</header>');
      expect(begun, path).not.toContain('</footer>');
    }
    answer();
    for (const [index, [path]] of PAGES.entries())
      expect(await readings[index]?.rest(), path).toMatch(/<\/footer>.*<\/body><\/html>$/s);
  });

  test('a second visitor, a cache, a crawler and a visitor without scripts get the same document', async () => {
    const { site, wordpress, answer } = await openSlowSite();
    const [first, second] = [await open(`${site.url}/faq`), await open(`${site.url}/faq`)];
    const begun = await first.until('</header>');
    expect(await second.until('</header>')).toBe(begun);
    // A visitor who leaves ends nothing.
    await first.cancel();
    answer();
    const streamed = await second.rest();
    const asked = wordpress.requests.filter((request) => request.includes('/wp/v2/faq?'));
    const cached = await fetch(`${site.url}/faq`);

    expect(cached.headers.get('server-timing')).toBe('cache;desc=hit');
    expect(await cached.text()).toBe(streamed);
    expect(wordpress.requests.filter((request) => request.includes('/wp/v2/faq?'))).toEqual(asked);
    expect(streamed).toContain(QUESTION);
    expect(streamed.slice(streamed.indexOf('<body'))).not.toMatch(
      /<script(?! type="(?:speculationrules|application\/ld\+json)")|<div hidden id="S:/,
    );
  });

  test('twenty visitors of twenty pages do not wait for each other', async () => {
    const { site, answer } = await openSlowSite();
    const articles = ARTICLES.map((slug) => fetch(`${site.url}/${slug}`));
    const readings = await Promise.all(FIXED_ROUTES.map((path) => open(site.url + path)));
    for (const { until } of readings) await until('</header>');
    answer();
    for (const { rest } of readings) expect(await rest()).toMatch(/<\/html>$/);
    for (const article of articles) expect(await (await article).text()).toContain('An article</h1>');
  });

  test('compression holds nothing back, and a page that may not exist waits for the answer that decides it', async () => {
    const { site, answer } = await openSlowSite();
    for (const encoding of ['br', 'gzip', 'zstd']) {
      const reading = await open(`${site.url}/about-us`, { headers: { 'accept-encoding': encoding } });
      expect(reading.response.headers.get('content-encoding')).toBe(encoding);
      await reading.until('</header>');
    }
    const { status, headers } = await fetch(`${site.url}/faq`, { method: 'HEAD' });
    expect(status).toBe(200);
    // Caches are asked to keep nothing of what has only begun.
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('etag')).toBeNull();

    const [article, nowhere] = [fetch(`${site.url}/payouts`), fetch(`${site.url}/nowhere`)];
    answer();
    expect((await article).status).toBe(200);
    expect(await (await article).text()).toContain('New payouts');
    expect((await nowhere).status).toBe(404);
  });

  test('of an article, the list of articles decides whether it exists: its page does not wait for the article itself', async () => {
    const { site, wordpress, answer } = await openSlowSite();
    answer();
    const answerItems = wordpress.pause((url) => url.includes('slug='));
    onTestFinished(answerItems);
    const { response, until, rest } = await open(`${site.url}/payouts`);

    expect(await until('</header>')).toMatch(/<title>New payouts[^<]*<\/title>/);
    expect(response.status).toBe(200);
    answerItems();
    expect(await rest()).toContain('New payouts</h1>');
  });

  test('a page does not wait for the list of articles', async () => {
    const { site, wordpress, answer } = await openSlowSite();
    answer();

    expect(await read(`${site.url}/imprint`)).toContain('>Imprint</h1>');
    expect(wordpress.requests.filter((request) => request.includes('/wp/v2/posts'))).toEqual([]);
  });

  test('what is made for one visitor is sent the same way: a search, and the payload of a client navigation', async () => {
    const { site, answer } = await openSlowSite();
    const search = await open(`${site.url}/faq?q=pay`);
    await search.until('</header>');
    const navigation = await open(`${site.url}/RSC/R/about-us.txt`);
    await navigation.until('header');
    answer();
    expect(await search.rest()).toContain(QUESTION);
    expect(await navigation.rest()).toContain('The people');
  });

  test('so is the page that answers a form without scripts', async () => {
    const { site, wordpress, answer } = await openSlowSite({ CMS_TTL_S: '0' });
    answer();
    const form = parse(await read(`${site.url}/contact`)).querySelector('main form');
    const body = new FormData();
    for (const input of form?.querySelectorAll('input[name]') ?? [])
      body.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    const answerAgain = wordpress.pause();
    onTestFinished(answerAgain);
    const { response, until, rest } = await open(`${site.url}/contact`, { method: 'POST', body });

    expect(await until('</form>')).not.toContain('</footer>');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    answerAgain();
    const html = await rest();
    expect(html).toMatch(/<\/footer>.*<\/body><\/html>$/s);
    expect(html).toContain('aria-invalid="true"');
  });
});

describe('when WordPress fails while a page is sent', () => {
  test('the page ends properly, with the snapshot', async () => {
    const { site, wordpress } = await openSlowSite({ CMS_TIMEOUT_MS: '3000' });
    const { until, rest } = await open(`${site.url}/faq`);
    await until('</header>');
    await wordpress.stop();

    expect(await rest()).toMatch(/<details.*<\/footer>.*<\/body><\/html>$/s);
    expect(site.output()).not.toContain('a part of a page failed');
  });

  test('a page is complete when WordPress has never answered within its time limit', async () => {
    const { site } = await openSlowSite({ CMS_TIMEOUT_MS: '500' });
    expect(await read(`${site.url}/about-us`)).toMatch(/<h1.*<\/footer>.*<\/body><\/html>$/s);
  });
});

test('pages shift nothing while their parts arrive, in narrow and wide windows, and hydrate without an error', async () => {
  const wordpress = await serveWordPress(SNAPSHOT);
  const site = await startSiteForTest({ CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '20000', CMS_TTL_S: '0' });
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const visits = [
    ...PAGES.map(([path]) => ({ path, width: 390 })),
    // Three pages stand for the layouts that differ in wide windows.
    ...['/', '/faq', '/contact'].map((path) => ({ path, width: 1280 })),
  ];
  for (const { path, width } of visits) {
    await page.setViewportSize({ width, height: 900 });
    const answer = wordpress.pause();
    onTestFinished(answer);
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await page.locator('footer').count(), path).toBe(0);

    answer();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate<number>(() => Reflect.get(window, 'shifts'));
    expect(shifts, `${path} at ${width} pixels`).toBeLessThan(0.0005);
    await page.mouse.move(40, 300);
    await page.keyboard.press('Shift');
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});
