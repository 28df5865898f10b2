import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startExpectingFailure, startSiteForTest, startSiteProcess } from '../support/site-process.ts';
import {
  type Content,
  event,
  events,
  faq,
  faqItem,
  faqPage,
  homepage,
  pages,
  post,
  posts,
  serveWordPress,
} from '../support/wordpress-server.ts';

const settings = { CMS_TIMEOUT_MS: '500', CMS_TTL_S: '1' };

const contentWith = (question: string): Content => ({
  ...homepage({ testimonials: [], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Live headline', under_headline_content_html: '<p>Live</p>' } }),
  ...faq(faqItem({ id: 11, title: question })),
  '/wp-json/wp/v2/faq-topics': [],
});

let snapshotQuestion: string;

beforeAll(() => {
  const [first]: { title: { rendered: string } }[] = JSON.parse(
    readFileSync('private/content/wp-json/wp/v2/faq.json', 'utf8'),
  );
  snapshotQuestion = first?.title.rendered ?? '';
});

const read = async (url: string): Promise<{ status: number; html: string }> => {
  const response = await fetch(url);
  return { status: response.status, html: await response.text() };
};

// content.test.ts tests all faults, without a process.
describe('while the CMS fails from the start', () => {
  // Without a time limit for reads, this test would time out when the CMS is silent.
  test.each(['silent', 'error500'] as const)('with %s, pages are served from the snapshot', async (fault) => {
    const wordpress = await serveWordPress(contentWith('Live question?'));
    wordpress.failWith(fault);
    const site = await startSiteForTest({ ...settings, CMS_URL: wordpress.url });

    for (const path of ['/', '/faq', '/faq?q=payout']) {
      const { status, html } = await read(site.url + path);
      expect(status, path).toBe(200);
      expect(html, path).not.toContain('Uhm... sorry');
    }
    expect((await read(`${site.url}/faq`)).html).toContain(snapshotQuestion);
  });
});

test('after a restart a site shows at once what it knew, although the CMS is silent', {
  timeout: 45_000,
}, async () => {
  const wordpress = await serveWordPress(contentWith('Live question?'));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'restart-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // Longer than the timeout of this test, so that waiting for the CMS would fail it.
  const restart = { CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '60000', DATA_DIR: dataDir };
  const first = await startSiteForTest(restart);
  await read(`${first.url}/faq`);
  expect(await first.stop()).toBe(0);
  wordpress.failWith('silent');
  const second = await startSiteForTest(restart);

  const { status, html } = await read(`${second.url}/faq`);
  expect(status).toBe(200);
  expect(html).toContain('Live headline');
  expect(html).toContain('Live question?');
});

test('an event without fields is 404 and no failure of the CMS, and a testimonial shows its image as decorative', async () => {
  const image = { ID: 30, url: '/pictures/ada.webp', alt: 'Ada at her desk', width: 80, height: 80, sizes: {} };
  const quote = '<p>Paid on the 15th.</p>';
  const testimonials = [
    { name: 'Ada', role: 'Owner', quote, image },
    { name: 'Grace', role: 'Owner', quote, image: false },
  ];
  const wordpress = await serveWordPress({
    ...contentWith('Question?'),
    ...homepage({ testimonials, faq: [11] }),
    ...events({ ...event({ slug: 'unfinished' }), acf: [] }, event({ slug: 'finished' })),
  });
  // With a short TTL, a slow machine would ask again for each request below.
  const site = await startSiteForTest({ CMS_TTL_S: '60', CMS_TIMEOUT_MS: '5000', CMS_URL: wordpress.url });

  // A page does not wait long for an event that is listed, but its calendar file does.
  expect((await read(`${site.url}/events/unfinished.ics`)).status).toBe(404);
  for (let count = 0; count < 5; count += 1) expect((await read(`${site.url}/events/unfinished`)).status).toBe(404);
  expect((await read(`${site.url}/events/finished`)).status).toBe(200);
  expect(await (await fetch(`${site.url}/readyz`)).json()).toMatchObject({ content: { ok: true, failing: [] } });

  const { html } = await read(`${site.url}/`);
  const [ada = '', grace = ''] = [...html.matchAll(/<figcaption[^>]*>(?:<img[^>]*>)?<strong>.*?<\/figcaption>/g)].map(
    ([source]) => source,
  );
  expect(ada).toContain('Ada');
  // The image is decorative, because the name is next to it.
  expect(ada).toMatch(
    /<img [^>]*src="\/pictures\/ada\.webp"[^>]*alt=""|<img [^>]*alt=""[^>]*src="\/pictures\/ada\.webp"/,
  );
  expect(grace).toContain('Grace');
  expect(grace).not.toContain('<img');
});

test('articles are served while a client floods the site with unknown slugs, for which the CMS is not asked', async () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `article-${index}`);
  const wordpress = await serveWordPress({
    ...contentWith('Question?'),
    ...pages(),
    ...posts(...slugs.map((slug) => post({ slug }))),
    ...events(),
  });
  // The CMS handles twenty requests per second.
  wordpress.setLatency(50, { maxConcurrent: 1 });
  const site = await startSiteForTest({ CMS_URL: wordpress.url, CMS_TIMEOUT_MS: '20000' });
  const statusOf = async (slug: string) => (await read(`${site.url}/${slug}`)).status;
  const flood = Promise.all(Array.from({ length: 60 }, (_, index) => statusOf(`invented-${index}`)));

  const statuses = [];
  for (const slug of slugs) statuses.push(await statusOf(slug));
  expect(statuses).toEqual(slugs.map(() => 200));
  expect(new Set(await flood)).toEqual(new Set([404]));
  expect(wordpress.requests.filter((request) => request.includes('invented'))).toEqual([]);
});

test('during an outage, pages that may exist return 503 with Retry-After instead of 404', async () => {
  const wordpress = await serveWordPress({
    ...contentWith('Question?'),
    ...pages(),
    ...posts(post({ slug: 'since-yesterday' })),
  });
  wordpress.failWith('error500');
  const site = await startSiteForTest({ ...settings, CMS_URL: wordpress.url });

  for (const path of ['/since-yesterday', '/events/since-yesterday']) {
    const response = await fetch(site.url + path);
    expect({ path, status: response.status }).toEqual({ path, status: 503 });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).toContain(`Not available at the moment: ${path}`);
  }
  expect((await fetch(`${site.url}/no/such/page`)).status).toBe(404);
  wordpress.failWith(null);
  await expect.poll(async () => (await fetch(`${site.url}/since-yesterday`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${site.url}/never-was`)).status).toBe(404);
});

test('a changed title appears on all pages without a purge, and stays when the CMS stops', async () => {
  const wordpress = await serveWordPress(contentWith('What did it say before?'));
  const site = await startSiteForTest({ ...settings, CMS_URL: wordpress.url });
  for (const path of ['/', '/faq']) expect((await read(site.url + path)).html).toContain('What did it say before?');
  wordpress.setContent(contentWith('What does it say now?'));

  for (const path of ['/', '/faq']) {
    await expect.poll(async () => (await read(site.url + path)).html).toContain('What does it say now?');
  }
  await wordpress.stop();
  for (let visit = 0; visit < 20; visit += 1) {
    for (const path of ['/', '/faq']) {
      const { status, html } = await read(site.url + path);
      expect(status).toBe(200);
      expect(html).toContain('What does it say now?');
    }
  }
});

describe('the process', () => {
  let site: Awaited<ReturnType<typeof startSiteProcess>>;

  beforeAll(async () => {
    site = await startSiteProcess();
  });

  afterAll(async () => {
    if (site.isRunning()) await site.stop('SIGKILL');
  });

  test('startup fails with one message for each invalid setting', async () => {
    const { code, output } = await startExpectingFailure({ CMS_URL: 'wordpress', CMS_TTL_S: '-1', PORT: '99999' });

    expect(code).toBe(1);
    expect(output).toContain('CMS_URL must be an http or https URL, but is "wordpress".');
    expect(output).toContain('CMS_TTL_S must be a whole number from 0 to 86400, but is "-1".');
    expect(output).toContain('PORT must be a whole number from 1 to 65535, but is "99999".');
  });

  test('startup fails with a message if the port is in use', async () => {
    const { code, output } = await startExpectingFailure({ HOST: '127.0.0.1', PORT: new URL(site.url).port });

    expect(code).toBe(1);
    expect(output).toContain(`cannot listen on 127.0.0.1:${new URL(site.url).port}`);
  });

  test('health endpoints report liveness and the content source, and without LOGIN_URL there is no link to a login', async () => {
    expect(await (await fetch(`${site.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${site.url}/readyz`)).json()).toMatchObject({
      content: { source: 'snapshot', ok: true },
    });
    expect((await read(`${site.url}/faq`)).html).not.toContain('Log in');
  });

  test('a graceful shutdown completes open requests and exits with 0, and the log contains no search queries', async () => {
    await read(`${site.url}/faq?q=confidential-portfolio`);
    const requests = Promise.all(Array.from({ length: 20 }, () => read(`${site.url}/faq`)));
    await fetch(`${site.url}/healthz`);
    const [code, results] = await Promise.all([site.stop(), requests]);

    expect(code).toBe(0);
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(site.output()).toContain('"/faq"');
    expect(site.output()).not.toContain('confidential-portfolio');
  });
});

test('a page that is hosted elsewhere redirects, has no payload and is not in the sitemap; the header links to the login', async () => {
  const login = 'https://app.example.org/login';
  const site = await startSiteForTest({ PRIVACY_POLICY_URL: 'https://example.org/privacy', LOGIN_URL: login });
  const request = (path: string) => fetch(site.url + path, { redirect: 'manual' });

  expect((await request('/privacy-policy')).headers.get('location')).toBe('https://example.org/privacy');
  // On 404 the router would show the error page; any other status makes it load the URL.
  for (const path of ['/RSC/R/privacy-policy.txt', '/privacy-policy/_payload.json'])
    expect((await request(path)).status, path).toBe(410);
  expect((await request('/RSC/R/agb.php.txt')).status).toBe(200);
  expect(await (await request('/faq')).text()).toMatch(new RegExp(`<a href="${login}"[^>]*>Log in</a>`));
  expect(await (await request('/sitemap.xml')).text()).not.toContain('/privacy-policy');
});
