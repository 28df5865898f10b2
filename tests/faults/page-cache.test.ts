import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revalidate, SECRET } from '../support/revalidation.ts';
import { startSiteForTest, startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import {
  type Content,
  faq,
  faqItem,
  faqPage,
  homepage,
  page,
  pages,
  serveWordPress,
} from '../support/wordpress-server.ts';

/** Pages are fresh for an hour, so that only a purge updates them. */
const FRESH_FOR_AN_HOUR = { CMS_TTL_S: '3600', REVALIDATE_SECRET: SECRET };

const contentWith = (question: string): Content => ({
  ...homepage({ testimonials: [], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Headline', under_headline_content_html: '<p>Text</p>' } }),
  ...faq(faqItem({ id: 11, title: question })),
  ...pages(page({ id: 21, slug: 'imprint', title: 'Imprint' }), page({ id: 22, slug: 'contact', title: 'Contact' })),
  '/wp-json/wp/v2/faq-topics': [],
  '/wp-json/wp/v2/posts': [],
  '/wp-json/wp/v2/events': [],
  '/wp-json/wp/v2/categories': [],
});

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;
let site: Awaited<ReturnType<typeof startSiteProcess>>;
let url: string;

beforeAll(async () => {
  wordpress = await serveWordPress(contentWith('What was it before?'), stopLater);
  site = await startSiteProcess({ ...FRESH_FOR_AN_HOUR, CMS_URL: wordpress.url });
  url = site.url;
});

// Each test finds the pages uncached.
beforeEach(async () => {
  wordpress.setContent(contentWith('What was it before?'));
  expect((await revalidate(url, ['*'])).status).toBe(200);
});

afterAll(async () => {
  await site.stop('SIGKILL');
  await wordpress.stop();
});

/** Reads a page. Its first response may be sent before the content is known, and then has no headers that depend on it. */
const readOnce = async (url: string): Promise<string> => (await fetch(url)).text();

/** The state of the response cache, from the header `Server-Timing`. */
const stateOf = (response: Response): string | null =>
  /cache;desc=(\w+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? null;

test('concurrent requests for an uncached page share one render and its content requests', async () => {
  // Content that was never read would be replaced by that of the snapshot after 15 ms, and the page would soon be stale.
  expect(await readOnce(`${url}/faq`)).toContain('What was it before?');
  expect((await revalidate(url, ['*'])).status).toBe(200);
  wordpress.requests.length = 0;
  const release = wordpress.pause();
  const visits = Promise.all(Array.from({ length: 100 }, () => fetch(`${url}/faq`)));
  await expect.poll(() => wordpress.requests.length).toBeGreaterThan(0);
  release();

  const responses = await visits;
  const texts = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('What was it before?');
  expect(wordpress.requests.toSorted()).toEqual([...new Set(wordpress.requests)].toSorted());
  expect(stateOf(await fetch(`${url}/faq`))).toBe('hit');
});

describe('a revalidation webhook request', () => {
  test('updates all pages with the purged content immediately, and no other pages', async () => {
    const paths = ['/', '/faq', '/RSC/R/faq.txt', '/faq/_payload.json'];
    for (const path of [...paths, '/imprint'])
      expect(await (await fetch(url + path)).text()).not.toContain('What is it now?');
    wordpress.setContent(contentWith('What is it now?'));
    for (const path of paths) expect(await (await fetch(url + path)).text()).toContain('What was it before?');

    expect((await revalidate(url, ['faq:11'])).status).toBe(200);
    for (const path of paths) expect(await (await fetch(url + path)).text(), path).toContain('What is it now?');
    expect(stateOf(await fetch(`${url}/imprint`))).toBe('hit');
  });
});

test('a page with unknown query parameters is served from the cache entry of the page', async () => {
  await fetch(`${url}/imprint`);

  for (const query of ['?utm_source=mail', '?page=2&x=1', '?__proto__=1']) {
    const response = await fetch(`${url}/imprint${query}`);
    expect(stateOf(response), query).toBe('hit');
    expect(await response.text()).toContain('Imprint');
  }
});

test('responses that depend on arbitrary paths or parameters are not cached', async () => {
  for (const path of ['/faq?q=secret', '/no-such-page', '/a/b/c', '/news?page=99', '/contact?event=none']) {
    await fetch(url + path);
    expect(stateOf(await fetch(url + path)), path).toBeNull();
  }
});

test('a newly published page is served without a purge', async () => {
  const { url } = await startSiteForTest({ CMS_URL: wordpress.url, CMS_TTL_S: '1' });
  expect((await fetch(`${url}/terms-of-use`)).status).toBe(404);
  wordpress.setContent({
    ...contentWith('?'),
    ...pages(page({ id: 23, slug: 'terms-of-use', title: 'Terms of use' })),
  });

  await expect.poll(async () => (await fetch(`${url}/terms-of-use`)).status).toBe(200);
});

test('a matching ETag returns 304 in every content encoding', async () => {
  const first = await fetch(`${url}/imprint`, { headers: { 'accept-encoding': 'identity' } });
  const text = await first.text();

  for (const encoding of ['br', 'zstd', 'gzip']) {
    const encoded = await fetch(`${url}/imprint`, { headers: { 'accept-encoding': encoding } });
    expect(encoded.headers.get('content-encoding')).toBe(encoding);
    expect(await encoded.text()).toBe(text);
    const headers = { 'accept-encoding': encoding, 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${url}/imprint`, { headers })).status).toBe(304);
  }
  const head = await fetch(`${url}/imprint`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
});

test('a matching If-None-Match header returns 304 for cached and for uncached pages', async () => {
  for (const path of ['/imprint', '/faq?q=before']) {
    await readOnce(url + path);
    const etag = (await fetch(url + path)).headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^W\//);
    for (const value of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*'])
      expect((await fetch(url + path, { headers: { 'if-none-match': value } })).status, path + value).toBe(304);
  }
});

test('shared caches may store a page with its cache tags; browsers must revalidate', async () => {
  await readOnce(`${url}/faq`);
  const { headers } = await fetch(`${url}/faq`);

  expect(headers.get('cache-control')).toContain('max-age=0, must-revalidate');
  expect(headers.get('cache-control')).toContain('s-maxage=3600');
  expect(headers.get('cdn-cache-control')).toMatch(/max-age=3600, stale-while-revalidate=\d+, stale-if-error=\d+/);
  expect(headers.get('cache-tag')?.split(',')).toContain('faq');
  expect(headers.get('surrogate-key')?.split(' ')).toContain('faq');
  expect(headers.get('vary')).toBe('accept-encoding');
});

test('the form token in a page is renewed, and shared caches may not store the page', async () => {
  const readIssueTime = async () =>
    /name="formToken" value="(\w+)\./.exec(await (await fetch(`${url}/contact`)).text())?.[1] ?? '';
  const requestedAt = Date.now();
  const firstTime = await readIssueTime();
  expect(Number.parseInt(firstTime, 36)).toBeGreaterThanOrEqual(requestedAt);

  await expect.poll(readIssueTime).not.toBe(firstTime);
  const response = await fetch(`${url}/contact`);
  expect(response.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
});
