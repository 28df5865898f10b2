import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type HTMLElement, parse } from 'node-html-parser';
import pLimit from 'p-limit';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { abuseMessage } from '../../src/features/abuse-report/abuse-message.ts';
import { contactMessage } from '../../src/features/contact/contact-message.ts';
import { createFaqSearch } from '../../src/features/faq/search.ts';
import { applicationMessage } from '../../src/features/rsoc-application/application-message.ts';
import { launchBrowser } from '../browser.ts';
import { shareSite } from '../support/site-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { listPageProblems, type PageFacts, readPageFacts, readPages } from '../support/walk-site.ts';

const run = promisify(execFile);

const site = shareSite({ SITE_INDEXABLE: 'true' });
let pages: readonly PageFacts[];

beforeAll(async () => {
  pages = await readPages(site.url);
});

const read = async (path: string): Promise<{ readonly status: number; readonly document: HTMLElement }> => {
  // Browsers accept HTML. Other clients get the error page of a file as plain text.
  const response = await fetch(site.url + path, { headers: { accept: 'text/html' } });
  return { status: response.status, document: parse(await response.text()) };
};

const textOf = (document: HTMLElement, selector: string): string[] =>
  document.querySelectorAll(selector).map(({ structuredText }) => structuredText.replaceAll(/\s+/g, ' ').trim());

const javaProblem = await run('java', ['-version']).then(
  () => null,
  () => 'Java is not installed',
);

// tests/contract/purges.test.ts checks the pages of a site with a real WordPress in the same way.
test('every page is complete, and no page has broken links or anchors', async () => {
  expect(await listPageProblems(site.url, pages)).toEqual([]);
  for (const path of ['/contact?sent=P-ABCD-2345', '/RSOC-for-domains-application?sent=P-ABCD-2345', '/no-such-page'])
    expect((await readPageFacts(site.url, path)).wrongHeadTags, path).toEqual([]);
});

test.skipIf(javaProblem !== null)(
  `every page is valid HTML${javaProblem === null ? '' : `, skipped: ${javaProblem}`}`,
  async () => {
    const otherPages = await Promise.all(
      ['/faq?q=payout', '/faq?q=zzzz', '/news?page=2', '/no-such-page'].map((page) => readPageFacts(site.url, page)),
    );
    const folder = temporaryDirectory();
    for (const { path: page, html } of [...pages, ...otherPages])
      await writeFile(path.join(folder, `${encodeURIComponent(page)}.html`), html);
    const jar = path.join(
      path.dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')),
      'build/dist/vnu.jar',
    );
    const { stderr } = await run('java', ['-jar', jar, '--errors-only', '--exit-zero-always', folder], {
      maxBuffer: 10_000_000,
    });

    expect(stderr).toBe('');
  },
);

test.each([
  ['/rsoc-FOR-domains-application', 308, '/RSOC-for-domains-application'],
  ['/events/no-such-event', 404, null],
  ['/news?page=99', 404, null],
  ['/news?page=1&page=2', 404, null],
  ['/news?category=none', 404, null],
  ['/news?category=payouts&page=2', 404, null],
  ['/404', 404, null],
  // A page with a dedicated route is not served at its slug.
  ['/agb', 404, null],
  // The catalogue of blocks exists in development only.
  ['/_blocks', 404, null],
])('the unusual URL %s returns %i', async (target, status, location) => {
  const response = await fetch(site.url + target, { redirect: 'manual' });

  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  if (status === 404) expect(await response.text()).toMatch(/<title>404 - Page Not Found: /i);
});

test('the contact page and the footer have the telephone number, and the page the email address', async () => {
  const { document } = await read('/contact');

  for (const area of ['aside', 'footer']) {
    const [telephone] = document.querySelectorAll(`${area} a[href^="tel:"]`);
    expect(telephone?.getAttribute('href'), area).toBe('tel:+494066969120');
    expect(telephone?.text, area).toBe('+49 40 66969 120');
    expect(textOf(document, area).join(), area).toContain('Monday to Friday, 08:00 to 18:00 German time');
  }
  const [mail] = document.querySelectorAll('main a[href^="mailto:"]');
  expect(mail?.getAttribute('href')).toMatch(/^mailto:support@example\.com/);
});

test('a path without a page returns the error page with status 404, which is not indexed and has no canonical URL', async () => {
  const path = '/no-such-page';
  const { status, document } = await read(path);

  expect(status).toBe(404);
  expect(textOf(document, 'title')).toEqual([`404 - Page not found: ${path}`]);
  expect(textOf(document, 'h1')).toEqual(['Uhm... sorry, 404']);
  const [text = ''] = textOf(document, 'main');
  expect(text).toContain("The requested page doesn't exist. Probably never did? Check your spelling and bookmarks");
  expect(text).toContain('or contact us:');
  const [mail] = document.querySelectorAll('main a[href^="mailto:"]');
  expect(mail?.text).toBe('support@example.com');
  expect(mail?.getAttribute('href')).toBe('mailto:support@example.com?subject=Freehold%20Website%20-%20support');
  const home = document.querySelectorAll('main a[href="/"]');
  expect(home.map((link) => link.text)).toContain('Back to home page');
  expect(document.querySelectorAll('link[rel=canonical]')).toEqual([]);
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow');
});

test('responses that depend on arbitrary paths or parameters are not cached', async () => {
  for (const path of ['/faq?q=secret', '/no-such-page', '/a/b/c', '/news?page=99', '/contact?event=none']) {
    await (await fetch(site.url + path)).text();
    const { headers } = await fetch(site.url + path);
    expect(headers.get('server-timing') ?? '', path).not.toContain('cache;');
  }
});

test('every field of a message schema has an input in its form', async () => {
  for (const { path, query, fieldNames } of [contactMessage, applicationMessage, abuseMessage]) {
    const { document } = await read(path + query);
    const names = document.querySelectorAll('main form [name]').map((input) => input.getAttribute('name'));

    expect(names, path).toEqual(expect.arrayContaining([...fieldNames]));
  }
});

const Entry = z.object({ id: z.number(), question: z.string(), answerText: z.string(), searchTerms: z.string() });
const Payload = z.object({ groups: z.array(z.object({ entries: z.array(Entry) })) });

/** More requests could fill the render queue, and would then get 503. */
const MAX_CONCURRENT_REQUESTS = 4;

test('the server renders the results that the search in the browser finds, and each topic once in their payload', async () => {
  const { groups } = Payload.parse(await (await fetch(`${site.url}/faq/_payload.json`)).json());
  const search = createFaqSearch(groups.flatMap(({ entries }) => entries));
  const listRenderedIds = async (query: string): Promise<string[]> => {
    const response = await fetch(`${site.url}/faq?${new URLSearchParams({ q: query })}`);
    expect(response.status, query).toBe(200);
    return [...(await response.text()).matchAll(/ id="(faq-\d+)"/g)].map(([, id = '']) => id);
  };

  // tests/unit/features/faq/search.test.ts searches for many more.
  const queries = ['payment', 'minimum payout', 'namserver', 'what is rsoc', 'zzzz', '<b>', '%', 'how do i'];
  const rendered = Object.fromEntries(
    await pLimit(MAX_CONCURRENT_REQUESTS).map(queries, async (query) => [query, await listRenderedIds(query)] as const),
  );
  expect(rendered).toEqual(
    Object.fromEntries(queries.map((query) => [query, search(query).map(({ id }) => `faq-${id}`)])),
  );
  expect(rendered.payment).toHaveLength(1);

  const countTopics = async (path: string): Promise<number> => {
    const document = await (await fetch(site.url + path)).text();
    const [, payload = ''] = / data-payload="([^"]+)"/.exec(document) ?? [];
    return (await (await fetch(site.url + payload)).text()).split('#topic-').length - 1;
  };
  const count = await countTopics('/faq');
  expect(count).toBeGreaterThan(0);
  expect(await countTopics('/faq?q=payout')).toBe(count);
});

test('a client component that throws is reported, and replaced by the error page until the next navigation', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  // Makes the FAQ search throw.
  await page.addInitScript(() => {
    const original = FormData.prototype.get;
    FormData.prototype.get = function get(name: string) {
      if (name === 'q') throw new Error('thrown by the test');
      return original.call(this, name);
    };
  });
  const reported = page.waitForRequest('**/api/client-errors');
  await page.goto(`${site.url}/faq`);
  await page.mouse.move(40, 300);
  await page.mouse.move(60, 330);

  await expect.poll(() => page.locator('h1').textContent()).toBe('Uhm... sorry, 500');
  expect(await page.title()).toBe('500 - Internal Server Error');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect((await reported).postDataJSON()).toEqual({ path: '/faq', stage: 'render' });
  await page.getByRole('link', { name: 'Back to home page' }).click();
  await expect.poll(() => page.title()).toBe('Freehold');
  await expect.poll(() => page.locator('h1').textContent()).toBe("Elevate your domain's monetization potential");
});
