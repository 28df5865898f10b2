import { expect, test, vi } from 'vitest';

test('every item of the snapshot in this repository is valid', async () => {
  vi.resetModules();
  const { log } = await import('../../../src/framework/log.ts');
  const warn = vi.spyOn(log, 'warn');
  const [
    { listFaq, listFaqTopics },
    { readHomepage },
    { readFaqPage },
    { listCategories, listPosts },
    { listEvents },
    pages,
  ] = await Promise.all([
    import('../../../src/content/faq.ts'),
    import('../../../src/content/homepage.ts'),
    import('../../../src/content/faq-page.ts'),
    import('../../../src/content/posts.ts'),
    import('../../../src/content/events.ts'),
    import('../../../src/content/pages.ts'),
  ]);

  const [home, faqPage, faq, topics, posts, categories, events, slugs] = await Promise.all([
    readHomepage(),
    readFaqPage(),
    listFaq(),
    listFaqTopics(),
    listPosts(),
    listCategories(),
    listEvents(),
    pages.listPageSlugs(),
  ]);
  const ownPages = await Promise.all(slugs.map(({ slug }) => pages.readPage(slug)));

  expect(home.testimonials.length).toBeGreaterThan(0);
  expect(home.faq.length).toBeGreaterThan(0);
  expect(faqPage.headline).not.toBe('');
  expect(faq.every(({ topic }) => topics.some(({ id }) => id === topic))).toBe(true);
  expect(posts.every((post) => post.categories.length > 0)).toBe(true);
  expect(categories.length).toBeGreaterThan(0);
  expect(events.length).toBeGreaterThan(0);
  expect(ownPages.every((page) => page !== null)).toBe(true);
  expect(JSON.stringify([home, faqPage, faq, posts, events, ownPages])).not.toContain('{brand}');
  expect(warn.mock.calls).toEqual([]);
});
