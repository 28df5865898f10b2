import { expect, test } from 'vitest';
import { openSite, readRepositorySnapshot } from '../../support/wordpress-server.ts';

test('every item of the snapshot in this repository is valid', async () => {
  const site = await openSite({ snapshot: readRepositorySnapshot() });
  const [home, faqPage, faq, topics, posts, categories, events, slugs] = await Promise.all([
    site.readHomepage(),
    site.readFaqPage(),
    site.listFaq(),
    site.listFaqTopics(),
    site.listPosts(),
    site.listCategories(),
    site.listEvents(),
    site.listPageSlugs(),
  ]);
  const pages = await Promise.all(slugs.map(({ slug }) => site.readPage(slug)));

  for (const list of [home.testimonials, home.faq, categories, events]) expect(list.length).toBeGreaterThan(0);
  expect(faqPage.headline).not.toBe('');
  expect(faq.every(({ topic }) => topics.some(({ id }) => id === topic))).toBe(true);
  expect(posts.every((post) => post.categories.length > 0)).toBe(true);
  expect(pages.every((page) => page !== null)).toBe(true);
  expect(JSON.stringify([home, faqPage, faq, posts, events, pages])).not.toContain('{brand}');
  expect(site.warnings()).toEqual([]);
});
