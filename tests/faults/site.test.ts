import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import {
  type Content,
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

const settings = { CMS_TIMEOUT_MS: '500', CMS_TTL_S: '1' };

const image = { url: '/pictures/ada.webp', alt: 'Ada at her desk', width: 80, height: 80 };
const testimonial = { name: 'Ada', role: 'Owner', quote: '<p>Paid on the 15th.</p>', image };

const contentWith = (question: string): Content => ({
  ...homepage({ testimonials: [testimonial], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Live headline', under_headline_content_html: '<p>Live</p>' } }),
  ...faq(faqItem({ id: 11, title: question })),
  '/wp-json/wp/v2/faq-topics': [],
});

const readSnapshotQuestion = (): string => {
  const [first]: { title: { rendered: string } }[] = JSON.parse(
    readFileSync('private/content/wp-json/wp/v2/faq.json', 'utf8'),
  );
  return first?.title.rendered ?? '';
};

const read = async (url: string): Promise<{ status: number; html: string }> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(45_000) });
  return { status: response.status, html: await response.text() };
};

// content.test.ts tests all faults, without a process. Without a time limit for reads, this test would time out.
test('while the CMS is silent, pages come from the snapshot, and those that may exist return 503 with Retry-After instead of 404', async () => {
  const wordpress = await serveWordPress({
    ...contentWith('Live question?'),
    ...pages(),
    ...posts(post({ slug: 'since-yesterday' })),
  });
  wordpress.failWith('silent');
  const site = await startSiteForTest({ ...settings, CMS_URL: wordpress.url });

  for (const path of ['/', '/faq', '/faq?q=payout']) {
    const { status, html } = await read(site.url + path);
    expect(status, path).toBe(200);
    expect(html, path).not.toContain('Uhm... sorry');
    expect(html, path).toMatch(/<\/footer>.*<\/body><\/html>$/s);
  }
  expect((await read(`${site.url}/faq`)).html).toContain(readSnapshotQuestion());
  expect(site.output()).not.toContain('a part of a page failed');

  for (const path of ['/since-yesterday', '/events/since-yesterday']) {
    const response = await fetch(site.url + path);
    expect({ path, status: response.status }).toEqual({ path, status: 503 });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).toContain(`Not available at the moment: ${path}`);
  }
  expect((await fetch(`${site.url}/no/such/page`)).status).toBe(404);
  // A page does not wait for the time limit of a read.
  const readMetrics = async () => (await read(`${site.url}/metrics`)).html;
  await expect.poll(readMetrics).toMatch(/^cms_reads_total\{outcome="failed"\} [1-9]/m);
  await expect.poll(readMetrics).toContain('\ncms_up 0\n');

  wordpress.failWith(null);
  await expect.poll(async () => (await fetch(`${site.url}/since-yesterday`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${site.url}/never-was`)).status).toBe(404);
  expect(await readMetrics()).toMatch(/^cms_reads_total\{outcome="answered"\} [1-9]/m);
});

test('changes appear on all pages without a purge, stay when the CMS fails, and are shown at once after a restart', async () => {
  const wordpress = await serveWordPress({ ...contentWith('What did it say before?'), ...posts(), ...pages() });
  const changing = { CMS_TTL_S: '1', CMS_TIMEOUT_MS: '5000', CMS_URL: wordpress.url, DATA_DIR: temporaryDirectory() };
  const first = await startSiteForTest(changing);
  for (const path of ['/', '/faq'])
    await expect.poll(async () => (await read(first.url + path)).html).toContain('What did it say before?');
  await expect.poll(async () => (await read(`${first.url}/terms-of-use`)).status).toBe(404);
  wordpress.setContent({
    ...contentWith('What does it say now?'),
    ...posts(),
    ...pages(page({ slug: 'terms-of-use', title: 'Terms of use' })),
  });

  for (const path of ['/', '/faq'])
    await expect.poll(async () => (await read(first.url + path)).html).toContain('What does it say now?');
  await expect.poll(async () => (await read(`${first.url}/terms-of-use`)).status).toBe(200);

  const expectChange = async (url: string): Promise<void> => {
    for (const path of ['/', '/faq']) {
      const { status, html } = await read(url + path);
      expect(status, path).toBe(200);
      expect(html, path).toContain('What does it say now?');
    }
  };
  const portrait = parse((await read(first.url)).html).querySelector('figcaption img');
  expect(portrait?.getAttribute('alt'), 'of a portrait, which has the name next to it').toBe('');
  wordpress.failWith('reset');
  for (let visit = 0; visit < 5; visit += 1) await expectChange(first.url);
  expect(await first.stop()).toBe(0);
  wordpress.failWith('silent');
  // Longer than `read` waits for a page.
  const second = await startSiteForTest({ ...changing, CMS_TIMEOUT_MS: '60000' });
  await expectChange(second.url);
});
