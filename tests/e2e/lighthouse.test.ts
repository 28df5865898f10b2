import { openLighthouse } from '../support/lighthouse.ts';
import { expect, test } from './site.ts';

/**
 * One page of each kind, except those that are intentionally not indexed: error pages, search results, confirmations.
 * Performance is measured by `npm run bench:lighthouse` instead.
 */
const PAGES = [
  '/',
  '/faq',
  '/news',
  '/what-a-for-sale-banner-costs',
  '/events',
  '/events/registrar-row-vienna',
  '/solutions',
  '/contact',
  '/RSOC-for-domains-application',
  '/privacy-policy',
];

test('accessibility, best practices and SEO score 100 on every kind of page', async ({ baseURL }) => {
  test.setTimeout(300_000);
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
