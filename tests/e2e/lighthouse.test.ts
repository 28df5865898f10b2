import { openLighthouse } from '../support/lighthouse.ts';
import { expect, test } from './site.ts';

/**
 * The home page, an article with tables, and a page with a form. `npm run bench:lighthouse` audits all pages, including their
 * performance. accessibility.test.ts checks every kind of page with axe, which Lighthouse uses too.
 */
const PAGES = ['/', '/what-a-for-sale-banner-costs', '/contact'];

test('accessibility, best practices and SEO score 100 on pages of several kinds', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const browser = await openLighthouse();
  try {
    for (const path of PAGES) {
      const { categories, audits } = await browser.audit(`${baseURL}${path}`, {
        onlyCategories: ['accessibility', 'best-practices', 'seo'],
        disableFullPageScreenshot: true,
      });
      const missed = Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]?.score !== 1)
        .map(({ id }) => `${id}: ${audits[id]?.title}`);

      expect(missed, path).toEqual([]);
      expect(Object.values(categories).map(({ id, score }) => `${id} ${score}`)).toEqual([
        'accessibility 1',
        'best-practices 1',
        'seo 1',
      ]);
    }
  } finally {
    await browser.close();
  }
});
