import { expect, test } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import {
  type Fault,
  faq as faqContent,
  faqItem,
  faqPage,
  faults,
  homepage,
  openSiteOn,
  post,
  posts,
  serveWordPress,
} from '../support/wordpress-server.ts';

/** Long enough for the responses of this process on a busy machine. Tests of a CMS that never responds wait for this time. */
const settings = { CMS_TIMEOUT_MS: '1000' };

const faqPageWith = (headline: string) => faqPage({ faq: { headline } });
const live = { ...faqPageWith('Live'), ...faqContent(faqItem({ title: 'Live?' })), ...posts(post({ slug: 'live' })) };

const faultNames = Object.keys(faults).filter((name): name is Fault => name in faults);

// Without a time limit for reads, this test would time out when the CMS is silent.
test('in whatever way the CMS fails, content that was read before is still served, and the snapshot otherwise', async () => {
  const wordpress = await serveWordPress(live);
  const { readFaqPage, listFaq, readPost, invalidateContent } = await openSiteOn(wordpress, settings);
  for (const fault of faultNames) {
    // The articles are never read.
    wordpress.failWith('error500', '/wp-json/wp/v2/posts');
    wordpress.setContent({ ...live, ...faqPageWith(`Live before ${fault}`) });
    await waitFor(async () => {
      // Closes the circuit breaker, as the revalidation webhook does; a late failure of the fault before may open it again.
      invalidateContent(['faqpage', 'faq']);
      const [intro] = await Promise.all([readFaqPage(), listFaq()]);
      expect(intro.headline).toBe(`Live before ${fault}`);
    });
    wordpress.failWith(fault);

    const [intro, faq, snapshotPost] = await Promise.all([readFaqPage(), listFaq(), readPost('from-the-snapshot')]);
    expect(intro.headline).toBe(`Live before ${fault}`);
    expect(faq[0]?.question, fault).toBe('Live?');
    expect(snapshotPost?.slug, fault).toBe('from-the-snapshot');
  }
});

test('if the questions of the home page cannot be read, its testimonials come from the snapshot too', async () => {
  const wordpress = await serveWordPress({ ...homepage({ faq: [1], testimonials: [{ name: 'Live' }] }), ...live });
  wordpress.failWith('error500', '/wp-json/wp/v2/faq');
  const { readHomepage } = await openSiteOn(wordpress, settings);

  expect(await readHomepage()).toMatchObject({
    testimonials: [{ name: 'Snapshot' }],
    faq: [{ question: 'From the snapshot?' }],
  });
});

test('an outage is logged once, and while the circuit breaker is open, reads neither wait for the CMS nor send requests', {
  timeout: 45_000,
}, async () => {
  const wordpress = await serveWordPress(live);
  wordpress.failWith('error503');
  // Longer than the timeout of this test, so that waiting for a response would fail it.
  const { readFaqPage, listFaq, warnings } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000' });
  await Promise.all([readFaqPage(), listFaq()]);
  const before = wordpress.requests.length;
  wordpress.failWith('silent');

  await Promise.all(Array.from({ length: 50 }, () => Promise.all([readFaqPage(), listFaq()])));
  expect(wordpress.requests).toHaveLength(before);
  expect(warnings()).toEqual([expect.stringMatching(/wordpress answers \/wp-json\/[\w/]+ with 503/)]);
});

// The body without end has to be read up to the limit in time.
test.each([
  ['html', 'wordpress answers /wp-json/api/faqpage with 200 text/html: are its permalinks set to Plain'],
  ['endless', 'with more than 5242880 bytes'],
] as const)('the log explains the response %s', async (fault, explanation) => {
  const wordpress = await serveWordPress(live);
  wordpress.failWith(fault);
  const { readFaqPage, warnings } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '10000' });
  await readFaqPage();

  expect(warnings()[0]).toContain(explanation);
});

test('a list is read in smaller parts if it is too large, without an item that is too large on its own', async () => {
  const items = Array.from({ length: 112 }, (_, index) =>
    post({ slug: `post-${index}`, date: `2026-01-01T09:00:00`, content: index === 5 ? 'x'.repeat(5_300_000) : 'Text' }),
  );
  const wordpress = await serveWordPress(posts(...items));
  const { listPosts, warnings } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000' });

  const slugs = (await listPosts()).map(({ slug }) => slug);
  expect(slugs).toHaveLength(111);
  expect(slugs).not.toContain('post-5');
  expect(warnings()).toEqual([expect.stringContaining('skipping a post that is too large')]);
});

test('the credentials in CMS_URL are sent to the CMS and never logged', async () => {
  const wordpress = await serveWordPress(live);
  const url = wordpress.url.replace('//', '//editor:pa%20ss@');
  const { readFaqPage, warnings } = await openSiteOn({ url }, settings);

  expect((await readFaqPage()).headline).toBe('Live');
  expect(wordpress.authorizations).toEqual([`Basic ${btoa('editor:pa ss')}`]);
  await wordpress.stop();
  await readFaqPage();
  expect(warnings().join()).not.toMatch(/editor|pa(?:%20| )ss/);
});

test('reads that time out while their requests are queued do not count as failures of the CMS', async () => {
  const slugs = Array.from({ length: 300 }, (_, index) => `article-${index}`);
  const wordpress = await serveWordPress(posts(...slugs.map((slug) => post({ slug, categories: [1] }))));
  // Far below CMS_TIMEOUT_MS, so that a slow machine alone does not cause a timeout.
  wordpress.setLatency(100);
  const { readPost, contentHealth, warnings } = await openSiteOn(wordpress, {
    CMS_TIMEOUT_MS: '2000',
    CMS_TTL_S: '60',
  });
  const readAll = () => Promise.all(slugs.map((slug) => readPost(slug)));
  await readAll();

  await waitFor(async () => expect(await readAll()).not.toContain(null), 500);
  expect(warnings()).toEqual([]);
  expect(contentHealth().ok).toBe(true);
});

test('a read that gets a 503 is retried', async () => {
  const wordpress = await serveWordPress(live);
  wordpress.failWith('error503');
  const { readFaqPage } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '2000' });
  const reading = readFaqPage();
  await waitFor(() => expect(wordpress.requests).toHaveLength(1));
  wordpress.failWith(null);

  expect((await reading).headline).toBe('Live');
  expect(wordpress.requests).toHaveLength(2);
});

test('at most two redirects are followed, and none to another host', async () => {
  const wordpress = await serveWordPress(live);
  wordpress.failWith('redirectLoop');
  const looping = await openSiteOn(wordpress, settings);
  await looping.readFaqPage();
  expect(wordpress.requests).toHaveLength(3);
  expect(looping.warnings()[0]).toContain('redirects /wp-json/api/faqpage more than 2 times');

  wordpress.failWith('redirectAway');
  const leaving = await openSiteOn(wordpress, settings);
  await leaving.readFaqPage();
  expect(leaving.warnings()[0]).toContain('to another host, 169.254.169.254');
});

test('a response that arrives after its read has timed out is cached for the next read', async () => {
  const wordpress = await serveWordPress(live);
  const resume = wordpress.pause();
  const { readFaqPage, contentHealth } = await openSiteOn(wordpress, { ...settings, CMS_TTL_S: '60' });
  expect((await readFaqPage()).headline).toBe('From the snapshot');
  await waitFor(() => expect(contentHealth().ok).toBe(false));
  resume();

  await waitFor(async () => expect((await readFaqPage()).headline).toBe('Live'));
  expect(contentHealth().ok).toBe(true);
  expect(wordpress.requests).toHaveLength(1);
});
