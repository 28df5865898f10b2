import { parse } from 'node-html-parser';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { revalidate, SECRET } from '../support/revalidation.ts';
import { shareSite } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import {
  type Content,
  events,
  faq,
  faqItem,
  faqPage,
  homepage,
  page,
  pages,
  posts,
  serveWordPress,
} from '../support/wordpress-server.ts';

/** Pages are fresh for an hour, so that only a purge updates them. */
const FRESH_FOR_AN_HOUR = { CMS_TTL_S: '3600', REVALIDATE_SECRET: SECRET };

const image = { ID: 30, url: '/pictures/ada.webp', alt: 'Ada at her desk', width: 80, height: 80, sizes: {} };
const quote = '<p>Paid on the 15th.</p>';
const testimonials = [
  { name: 'Ada', role: 'Owner', quote, image },
  { name: 'Grace', role: 'Owner', quote, image: false },
];

const contentWith = (question: string): Content => ({
  ...homepage({ testimonials, faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Headline', under_headline_content_html: '<p>Text</p>' } }),
  ...faq(faqItem({ id: 11, title: question })),
  ...pages(page({ id: 21, slug: 'imprint', title: 'Imprint' }), page({ id: 22, slug: 'contact', title: 'Contact' })),
  '/wp-json/wp/v2/faq-topics': [],
  ...events(),
  ...posts(),
});

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;

const site = shareSite(async () => {
  wordpress = await serveWordPress(contentWith('What was it before?'), stopLater);
  return { ...FRESH_FOR_AN_HOUR, CMS_URL: wordpress.url };
});

// Each test finds the pages uncached.
beforeEach(async () => {
  wordpress.setContent(contentWith('What was it before?'));
  expect((await revalidate(site.url, ['*'])).status).toBe(200);
});

afterAll(() => wordpress?.stop());

/** Reads a page. Its first response may be sent before the content is known, and then has no headers that depend on it. */
const readOnce = async (url: string): Promise<string> => (await fetch(url)).text();

/** The state of the response cache, from the header `Server-Timing`. */
const stateOf = (response: Response): string | null =>
  /cache;desc=(\w+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? null;

test('a revalidation webhook request updates all pages with the purged content immediately, and no other pages', async () => {
  const paths = ['/', '/faq', '/RSC/R/faq.txt', '/faq/_payload.json'];
  for (const path of [...paths, '/imprint'])
    expect(await (await fetch(site.url + path)).text()).not.toContain('What is it now?');
  wordpress.setContent(contentWith('What is it now?'));
  for (const path of paths) expect(await (await fetch(site.url + path)).text()).toContain('What was it before?');

  expect((await revalidate(site.url, ['faq:11'])).status).toBe(200);
  for (const path of paths) expect(await (await fetch(site.url + path)).text(), path).toContain('What is it now?');
  expect(stateOf(await fetch(`${site.url}/imprint`))).toBe('hit');
});

test('responses that depend on arbitrary paths or parameters are not cached', async () => {
  for (const path of ['/faq?q=secret', '/no-such-page', '/a/b/c', '/news?page=99', '/contact?event=none']) {
    await fetch(site.url + path);
    expect(stateOf(await fetch(site.url + path)), path).toBeNull();
  }
});

test('the form token in a page is renewed, and shared caches may not store the page', async () => {
  const readIssueTime = async () =>
    /name="formToken" value="(\w+)\./.exec(await (await fetch(`${site.url}/contact`)).text())?.[1] ?? '';
  const requestedAt = Date.now();
  const firstTime = await readIssueTime();
  expect(Number.parseInt(firstTime, 36)).toBeGreaterThanOrEqual(requestedAt);

  await expect.poll(readIssueTime).not.toBe(firstTime);
  const response = await fetch(`${site.url}/contact`);
  expect(response.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
});

test('the image of a testimonial is decorative, because the name is next to it', async () => {
  const sources = parse(await readOnce(site.url)).querySelectorAll('figcaption');
  const [ada, grace] = ['Ada', 'Grace'].map((name) => sources.find(({ text }) => text.includes(name)));

  expect(ada?.querySelector('img[src="/pictures/ada.webp"]')?.getAttribute('alt')).toBe('');
  expect(grace).toBeDefined();
  expect(grace?.querySelector('img')).toBeNull();
});
