import { expect, test } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';

/** Imports new instances of the site modules with these settings. */
const importSite = async (settings: Record<string, string> = {}) => {
  resetModulesWith({ SITE_URL: 'https://lotmark.example', SITE_NAME: 'Lotmark', ...settings });
  const [robots, sitemap, urls] = await Promise.all([
    import('../../../src/site/robots.ts'),
    import('../../../src/site/sitemap.ts'),
    import('../../../src/site/urls.ts'),
  ]);
  return { ...robots, ...sitemap, ...urls };
};

test('if the site is not indexable, robots.txt disallows everything and pages are noindex', async () => {
  const { toRobots, robotsDirective } = await importSite({ SITE_INDEXABLE: 'false' });

  expect(toRobots()).toBe('User-agent: *\nDisallow: /\n');
  expect(robotsDirective()).toBe('noindex, nofollow');
});

test('if the site is indexable, robots.txt names the sitemap and pages are indexable', async () => {
  const { toRobots, robotsDirective } = await importSite({ SITE_INDEXABLE: 'true' });

  expect(toRobots()).toContain('Sitemap: https://lotmark.example/sitemap.xml');
  expect(robotsDirective()).toMatch(/^index, follow/);
});

test('the sitemap has each page once, in the order of the URLs, with its last change and its images', async () => {
  const { toSitemap } = await importSite();
  const sitemap = await toSitemap([
    { path: '/news' },
    { path: '/news', modified: '2026-10-01T08:00:00.000Z' },
    { path: '/events/oslo', images: [{ url: '/pictures/booth.webp', alt: 'Booth & sign' }] },
  ]);

  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://lotmark.example/events/oslo</loc>',
    '<loc>https://lotmark.example/news</loc>',
  ]);
  expect(sitemap).toContain('<lastmod>2026-10-01T08:00:00.000Z</lastmod>');
  expect(sitemap).toContain('<image:loc>https://lotmark.example/pictures/booth.webp</image:loc>');
});

test('the sitemap omits pages that editors hide or that name another canonical URL, however it is encoded', async () => {
  const { toSitemap } = await importSite();
  const sitemap = await toSitemap([
    { path: '/faq' },
    { path: '/faq', seo: { canonical: null, isListed: false } },
    { path: '/copy', seo: { canonical: 'https://example.org/original', isListed: true } },
    { path: '/same', seo: { canonical: '/same', isListed: true } },
    { path: '/plain', seo: { canonical: null, isListed: true } },
    { path: '/café', seo: { canonical: '/caf%C3%A9', isListed: true } },
    { path: '/straße', seo: { canonical: '/stra%c3%9fe', isListed: true } },
    { path: '/naïve', seo: { canonical: '/caf%C3%A9', isListed: true } },
    { path: '/news', seo: { canonical: 'https://lotmark.example/news', isListed: true } },
  ]);

  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>https://lotmark.example/caf%C3%A9</loc>',
    '<loc>https://lotmark.example/news</loc>',
    '<loc>https://lotmark.example/plain</loc>',
    '<loc>https://lotmark.example/same</loc>',
    '<loc>https://lotmark.example/stra%C3%9Fe</loc>',
  ]);
});

test('the sitemap omits pages hosted elsewhere', async () => {
  const { toSitemap } = await importSite({ PRIVACY_POLICY_URL: 'https://example.org/privacy' });
  const sitemap = await toSitemap([{ path: '/privacy-policy' }, { path: '/agb.php' }]);

  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual(['<loc>https://lotmark.example/agb.php</loc>']);
});

test('with SITE_TRAILING_SLASH the URLs of pages end with a slash, the URLs of files do not', async () => {
  const { toSitePath, toSitemap } = await importSite({ SITE_TRAILING_SLASH: 'true' });

  expect(['/', '/faq', '/events/oslo/', '/agb.php', '/news/feed.xml'].map(toSitePath)).toEqual([
    '/',
    '/faq/',
    '/events/oslo/',
    '/agb.php',
    '/news/feed.xml',
  ]);
  expect(await toSitemap([{ path: '/faq' }])).toContain('<loc>https://lotmark.example/faq/</loc>');
});
