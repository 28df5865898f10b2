import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';

const HEAD_TAGS = [
  'title',
  'meta[name=description]',
  'meta[name=robots]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[name="twitter:card"]',
];

test('every page has each head tag exactly once', async () => {
  const site = await startSiteForTest({ SITE_INDEXABLE: 'true' });
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => url);
  const otherPaths = ['/contact?sent=P-ABCD-2345', '/RSOC-for-domains-application?sent=P-ABCD-2345', '/no-such-page'];

  expect(listed.length).toBeGreaterThan(10);
  for (const url of [...listed, ...otherPaths.map((path) => site.url + path)]) {
    const document = parse(await (await fetch(url)).text());
    const counts = Object.fromEntries(
      HEAD_TAGS.map((selector) => [selector, document.querySelectorAll(selector).length]),
    );
    expect({ url, ...counts }).toEqual({ url, ...Object.fromEntries(HEAD_TAGS.map((selector) => [selector, 1])) });
  }
});
