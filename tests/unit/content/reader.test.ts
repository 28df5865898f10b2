import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import {
  event,
  events,
  faq as faqContent,
  faqItem,
  faqPage,
  homepage,
  openSiteOn,
  openSiteWith,
  page,
  pages,
  post,
  posts,
  serveWordPress,
  useOf,
} from '../../support/wordpress-server.ts';

const faqPageWith = (headline: string) => faqPage({ faq: { headline } });

/** Fakes the clock of the readers; sockets and timers keep the real one. */
const fakeClock = () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return { pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000) };
};

test('concurrent reads share one request, whose value is fresh for half of its TTL, then revalidated in the background', async () => {
  const wordpress = await serveWordPress(faqPageWith('One'));
  const clock = fakeClock();
  const { readFaqPage } = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  const readThrice = async () =>
    (await Promise.all([readFaqPage(), readFaqPage(), readFaqPage()])).map(({ headline }) => headline);
  await readThrice();
  wordpress.setContent(faqPageWith('Two'));

  clock.pass(29);
  await readThrice();
  expect(wordpress.requests).toHaveLength(1);
  clock.pass(2);
  expect(await readThrice()).toEqual(['One', 'One', 'One']);
  await waitFor(async () => expect((await readFaqPage()).headline).toBe('Two'));
  expect(wordpress.requests).toHaveLength(2);
  wordpress.setContent(faqPageWith('Three'));
  clock.pass(61);
  expect((await readFaqPage()).headline, 'after the TTL').toBe('Three');
});

test('a missing slug is cached until the tag of its item is invalidated', async () => {
  const wordpress = await serveWordPress(posts());
  const { readPost, invalidateContent } = await openSiteOn(wordpress, { CMS_TTL_S: '60' });

  expect(await readPost('soon')).toBeNull();
  expect(await readPost('soon')).toBeNull();
  expect(wordpress.requests).toHaveLength(1);

  wordpress.setContent(posts(post({ slug: 'soon' })));
  invalidateContent(['event:other']);
  expect(await readPost('soon')).toBeNull();
  invalidateContent(['post:soon']);
  expect((await readPost('soon'))?.slug).toBe('soon');
});

test('invented slugs cause no requests and evict no real post', async () => {
  const wordpress = await serveWordPress(posts(post({ slug: 'real' })));
  const { readPost } = await openSiteOn(wordpress, { CMS_TTL_S: '3600', CMS_TIMEOUT_MS: '60000' });
  await readPost('real');
  const before = wordpress.requests.length;
  await Promise.all(Array.from({ length: 2_100 }, (_, index) => readPost(`invented-${index}`)));

  expect((await readPost('real'))?.slug).toBe('real');
  expect(wordpress.requests).toHaveLength(before);
});

test('an item that was published without a webhook call shows within seconds', async () => {
  const wordpress = await serveWordPress(posts());
  const clock = fakeClock();
  const { readPost } = await openSiteOn(wordpress, { CMS_TTL_S: '3600' });
  expect(await readPost('soon')).toBeNull();
  wordpress.setContent(posts(post({ slug: 'soon' })));
  clock.pass(6);

  expect((await readPost('soon'))?.slug).toBe('soon');
});

type Site = Awaited<ReturnType<typeof openSiteOn>>;

/** The tags that a page with these reads would have, sorted. */
const tagsOf = async (site: Site, read: () => Promise<unknown>) => [...(await useOf(site, read)).tags].sort();

test('a page has the tags that WordPress sends when something that it shows changes', async () => {
  const content = {
    ...faqContent(faqItem({ id: 4 }), faqItem({ id: 5 })),
    ...homepage({ faq: [5, 6] }),
    ...events(event({ id: 1, slug: 'fair' }), event({ id: 2, slug: 'undated', acf: { start_date: 'soon' } })),
    ...pages(page({ slug: 'imprint' })),
    ...posts(post({ id: 1, slug: 'one' }), post({ id: 2, slug: 'two' })),
  };
  const site = await openSiteWith(content, { CMS_TTL_S: '60' });

  expect(await tagsOf(site, () => site.readPost('one'))).toEqual(['categories', 'media', 'post:one']);
  expect(await tagsOf(site, () => site.readEvent('fair'))).toEqual(['event:fair', 'media']);
  expect(await tagsOf(site, () => site.readPage('imprint'))).toEqual(['media', 'page:imprint']);
  expect(await tagsOf(site, () => site.readPage('missing'))).toEqual(['page:missing']);
  expect(await tagsOf(site, site.listFaq)).toEqual(['faq', 'faq:4', 'faq:5']);
  expect(await tagsOf(site, site.listPosts)).toEqual(['categories', 'media', 'post:one', 'post:two', 'posts']);
  expect(await tagsOf(site, site.listPostTitles)).toEqual(['categories', 'posts']);
  expect(await tagsOf(site, () => site.listPostsBySlug(['two']))).toEqual(['categories', 'media', 'post:two']);
  // Events with unusable fields are left out of the list, and chosen questions that are not published out of the home page.
  expect(await tagsOf(site, site.listEvents)).toEqual(['event:*', 'event:fair', 'events', 'media']);
  expect(await tagsOf(site, site.readHomepage)).toEqual(['faq:5', 'faq:6', 'homepage', 'media']);
});

test('a changed item invalidates itself and the lists of its kind, and no other item', async () => {
  const withTitle = (title: string) =>
    posts(post({ id: 1, slug: 'one', title }), post({ id: 2, slug: 'two', title: `${title}, too` }));
  const wordpress = await serveWordPress(withTitle('Before'));
  const { readPost, listPosts, listPostTitles, invalidateContent } = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  await Promise.all([readPost('one'), readPost('two'), listPosts()]);
  wordpress.setContent(withTitle('After'));
  invalidateContent(['post:one']);

  expect((await readPost('one'))?.title).toBe('After');
  expect((await readPost('two'))?.title).toBe('Before, too');
  expect((await listPosts()).map(({ title }) => title)).toEqual(['After', 'After, too']);
  expect((await listPostTitles()).map(({ title }) => title)).toEqual(['After', 'After, too']);
});

test('a new item invalidates the lists of its kind before they contain it', async () => {
  const wordpress = await serveWordPress(events());
  const { listEvents, invalidateContent } = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  expect(await listEvents()).toEqual([]);
  wordpress.setContent(events(event({ slug: 'new' })));
  invalidateContent(['event:new', 'event:*']);

  expect(await listEvents()).toMatchObject([{ slug: 'new' }]);
});

test('a list that was requested before one of its items changed is not cached', async () => {
  const wordpress = await serveWordPress(events(event({ slug: 'fair', title: 'Before' })));
  const { listEvents, invalidateContent } = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  const resume = wordpress.pause();
  const early = listEvents();
  await waitFor(() => expect(wordpress.requests).toHaveLength(1));
  wordpress.setContent(events(event({ slug: 'fair', title: 'After' })));
  invalidateContent(['event:fair']);
  resume();

  expect(await early).toMatchObject([{ title: 'Before' }]);
  expect(await listEvents()).toMatchObject([{ title: 'After' }]);
});

/** A server whose CMS holds back every response. Waiting for one would time out the test. */
const openServerOnHangingCms = async (content: Parameters<typeof serveWordPress>[0], settings = {}) => {
  const wordpress = await serveWordPress(content);
  const site = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000', ...settings });
  await site.contentService.start();
  return { ...site, wordpress, resume: wordpress.pause() };
};

test('a brief read of a value that was never read shows the snapshot if the CMS is slow, and the page is stale at once', async () => {
  const site = await openServerOnHangingCms(faqPageWith('Live'));

  expect((await site.readFaqPage.briefly()).headline).toBe('From the snapshot');
  expect(await useOf(site, site.readFaqPage.briefly)).toMatchObject({
    oldest: Number.NEGATIVE_INFINITY,
    isCertain: true,
  });
});

test('the context is told that a brief read has waited in vain', async () => {
  const { readFaqPage, runInOwnContext, resume } = await openServerOnHangingCms(faqPageWith('Live'), {
    CMS_TTL_S: '60',
  });
  const readOnce = () =>
    runInOwnContext(async (c) => {
      await readFaqPage.briefly();
      return c.get('hasSlowContent');
    });

  expect(await readOnce()).toBe(true);
  resume();
  await readFaqPage();
  expect(await readOnce()).toBeUndefined();
});

test('a brief read of a value that is out of date shows the last value if the CMS is slow', async () => {
  const wordpress = await serveWordPress(faqPageWith('One'));
  const { readFaqPage, contentService } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000' });
  await contentService.start();
  await readFaqPage();
  wordpress.setContent(faqPageWith('Two'));
  const resume = wordpress.pause();

  expect((await readFaqPage.briefly()).headline).toBe('One');
  resume();
  expect((await readFaqPage()).headline).toBe('Two');
});

test('a brief read of a value that an editor has changed waits for the CMS, so that the change is shown', async () => {
  const wordpress = await serveWordPress(faqPageWith('One'));
  const { readFaqPage, contentService, invalidateContent } = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000' });
  await contentService.start();
  await readFaqPage();
  wordpress.setContent(faqPageWith('Two'));
  wordpress.setLatency(200);
  invalidateContent(['faqpage']);

  expect((await readFaqPage.briefly()).headline).toBe('Two');
});

test('brief reads of one value wait for the same 15 ms, also in several requests', async () => {
  const clock = fakeClock();
  const { readFaqPage, runInOwnContext } = await openServerOnHangingCms(faqPageWith('Live'));
  const onWait = vi.fn();
  const readOnce = () =>
    runInOwnContext(async (c) => {
      c.set('onWait', onWait);
      return readFaqPage.briefly();
    });

  await readOnce();
  clock.pass(0.015);
  await readOnce();
  expect(onWait).toHaveBeenCalledTimes(1);
});

test('the context is told that a render waits for a draft', async () => {
  const { readPost, runInOwnContext } = await openSiteWith(posts());
  const { showUnsavedItem } = await import('../../../src/content/draft-source.ts');
  const onWait = vi.fn();
  const shown = await runInOwnContext(async (c) => {
    c.set('onWait', onWait);
    showUnsavedItem({ type: 'posts', id: 7, slug: 'draft', item: { ...post({ slug: 'draft' }), id: 7 } });
    return readPost('draft');
  });

  expect(shown?.slug).toBe('draft');
  expect(onWait).toHaveBeenCalled();
});

test('a brief read in the build waits for the CMS like any other read', async () => {
  const wordpress = await serveWordPress(faqPageWith('Live'));
  wordpress.setLatency(200);
  const { readFaqPage } = await openSiteOn(wordpress);

  expect((await readFaqPage.briefly()).headline).toBe('Live');
});

test('a brief read of an item that is not known yet makes it uncertain whether the page is missing', async () => {
  const site = await openServerOnHangingCms(posts(post({ slug: 'one' })));

  expect(await site.readPost.briefly('one')).toBeNull();
  expect(await useOf(site, () => site.readPost.briefly('one'))).toMatchObject({ isCertain: false });
});

test('an item that is listed exists while it is being read, and does not once its fields turn out to be unusable', async () => {
  const wordpress = await serveWordPress(events({ ...event({ slug: 'unfinished', title: 'A fair' }), acf: [] }));
  const resume = wordpress.pause((url) => url.includes('slug='));
  const site = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000', CMS_TTL_S: '60' });
  await site.contentService.start();

  expect(await site.findEvent('unfinished')).toMatchObject({ title: 'A fair' });
  expect(await site.findEvent('nowhere')).toBeNull();
  resume();
  expect(await site.readEvent('unfinished')).toBeNull();
  expect(await site.findEvent('unfinished')).toBeNull();
});

test('a slug that another collection has is not looked up again, and its page changes when an item gets it', async () => {
  const wordpress = await serveWordPress(pages(page({ slug: 'imprint' })));
  const clock = fakeClock();
  const site = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  expect(await site.findPage.known('imprint')).toMatchObject({ slug: 'imprint' });
  clock.pass(20);
  const asked = wordpress.requests.length;

  expect(await useOf(site, () => site.findPage.known('news'))).toEqual({
    tags: new Set(['page:news']),
    oldest: Infinity,
    isCertain: true,
  });
  expect(wordpress.requests).toHaveLength(asked);
  expect(await site.findPage('news')).toBeNull();
  expect(wordpress.requests).toHaveLength(asked + 1);
});

test('an item that arrives while the snapshot is read exists', async () => {
  const wordpress = await serveWordPress(posts(post({ slug: 'one' })));
  const resume = wordpress.pause((url) => url.includes('slug='));
  const site = await openSiteOn(wordpress, { CMS_TIMEOUT_MS: '60000', CMS_TTL_S: '60' });
  await site.contentService.start();
  // A named pipe is opened by its writer as soon as it has a reader, which then waits for its end.
  const file = join(site.snapshotDirectory, 'wp-json/wp/v2/posts.json');
  rmSync(file);
  execFileSync('mkfifo', [file]);

  const finding = site.findPost('one');
  const snapshot = await open(file, 'w');
  resume();
  await site.readPost('one');
  await snapshot.writeFile('[]');
  await snapshot.close();

  expect(await finding).toMatchObject({ slug: 'one' });
});

test('brief reads of parts of the content wait no longer than others', async () => {
  const site = await openServerOnHangingCms({});

  expect(await site.listPostTitles.briefly()).toMatchObject([{ slug: 'from-the-snapshot' }]);
  expect((await site.readHomepage.briefly()).testimonials).toMatchObject([{ name: 'Snapshot' }]);
});

test('failed reads of a list and of one of its items count as the outage of one collection, until a change is reported', async () => {
  const wordpress = await serveWordPress({ ...faqPageWith('One'), ...posts(post({ slug: 'one' })), ...events() });
  const site = await openSiteOn(wordpress, { CMS_TTL_S: '60' });
  const { readPost, listPosts, listEvents, readFaqPage, contentHealth, invalidateContent } = site;
  expect(await readPost('none')).toBeNull();
  wordpress.failWith('error500');
  await Promise.all([readPost('one'), listPosts(), listEvents()]);
  wordpress.failWith(null);

  expect(contentHealth().failing).toEqual(['events', 'post', 'posts']);
  // Three collections would open the circuit breaker, and this read would not wait for the CMS.
  expect((await readFaqPage()).headline).toBe('One');
  invalidateContent(['post:one']);
  expect(await readPost('one')).toMatchObject({ slug: 'one' });
  expect(contentHealth().failing).toEqual(['events', 'posts']);
});

test('health forgets a failure that was not repeated for five minutes', async () => {
  const wordpress = await serveWordPress(faqPageWith('One'));
  wordpress.failWith('error500');
  const clock = fakeClock();
  const { readFaqPage, contentHealth } = await openSiteOn(wordpress);
  await readFaqPage();
  expect(contentHealth()).toMatchObject({ ok: false, failing: ['faq page'] });
  clock.pass(301);

  expect(contentHealth()).toMatchObject({ ok: true, failing: [] });
});

test('health reports the source of content and the last success and failure', async () => {
  const wordpress = await serveWordPress(faqPageWith('One'));
  const { readFaqPage, contentHealth } = await openSiteOn(wordpress);
  expect(contentHealth()).toEqual({ source: 'wordpress', ok: true, failing: [], lastSuccess: null, lastFailure: null });
  await readFaqPage();
  expect(contentHealth()).toMatchObject({ ok: true, lastSuccess: expect.stringMatching(/Z$/), lastFailure: null });

  await wordpress.stop();
  await readFaqPage();
  expect(contentHealth()).toMatchObject({ ok: false, lastFailure: expect.stringMatching(/Z$/) });
});
