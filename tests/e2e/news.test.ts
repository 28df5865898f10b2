import { expect, test } from '@playwright/test';
import { attributesOf, readHtml, textsOf } from './site.ts';

test('articles are listed newest first, each with date, image and summary, and in an Atom feed', async ({
  request,
}) => {
  const html = await readHtml(request, '/news');
  const articles = html.querySelectorAll('main article');
  const dates = attributesOf(html, 'main article time', 'datetime').map((date) => date ?? '');

  expect(articles.length).toBeGreaterThanOrEqual(2);
  expect(dates).toEqual([...dates].sort().toReversed());
  for (const article of articles) {
    expect(textsOf(article, 'h2 a')).toEqual([expect.stringMatching(/.+/)]);
    expect(attributesOf(article, 'img', 'width')).toEqual([expect.stringMatching(/^\d+$/)]);
    expect(textsOf(article, 'p')[0]).not.toBe('');
  }
  const [feed = ''] = attributesOf(html, 'main a[href$=".xml"]', 'href');
  expect((await request.get(feed)).headers()['content-type']).toContain('application/atom+xml');
});

test('the pager and the categories lead to their articles, and mark where the visitor is', async ({ request }) => {
  for (const [path, title, page, category, links] of [
    ['/news', 'News | Freehold', ['1'], 'All', ['/news?page=2', '/news?category=payouts']],
    ['/news?page=2', 'News, page 2 | Freehold', ['2'], 'All', ['/news', '/news?category=payouts']],
    ['/news?category=payouts', 'News: Payouts | Freehold', [], 'Payouts', ['/news']],
  ] as const) {
    const html = await readHtml(request, path);
    expect(textsOf(html, 'title'), path).toEqual([title]);
    expect(textsOf(html, 'nav[aria-label="Pages of news"] [aria-current=page]'), path).toEqual(page);
    expect(textsOf(html, 'nav[aria-label=Categories] [aria-current=page]'), path).toEqual([category]);
    expect(attributesOf(html, 'main nav a', 'href'), path).toEqual(expect.arrayContaining([...links]));
  }
});

test('every page of the news has a canonical URL', async ({ request }) => {
  const canonicalOf = async (path: string) =>
    attributesOf(await readHtml(request, path), 'head link[rel=canonical]', 'href')[0];
  const first = await canonicalOf('/news?utm_source=forum');

  expect(first).toMatch(/\/news$/);
  expect(await canonicalOf('/news?page=2')).toBe(`${first}?page=2`);
  expect(await canonicalOf('/news?category=payouts&utm_source=forum')).toBe(`${first}?category=payouts`);
});

test('an article has title, dates and a table of contents, a short one has none and leads to related ones', async ({
  request,
}) => {
  const changed = await readHtml(request, '/rsoc-for-domains-opens');
  expect(attributesOf(changed, 'article time', 'datetime')[0]).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(textsOf(changed, 'article').join()).toContain('Updated on 1 September 2026');

  const contents = 'nav[aria-labelledby=contents] a';
  const long = await readHtml(request, '/what-a-for-sale-banner-costs');
  const links = long.querySelectorAll(contents);
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const link of links) expect(textsOf(long, `h2${link.getAttribute('href')}`)).toEqual([link.textContent]);

  const short = await readHtml(request, '/payout-dates-winter-2026');
  expect(short.querySelectorAll(contents)).toEqual([]);
  expect(textsOf(short, 'section h3')).toEqual([
    'Payouts: Payoneer added, wire minimum halved',
    expect.any(String),
    expect.any(String),
  ]);
});

test('the initials of an author stay square beside a long text', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/payout-dates-winter-2026');
  await page.getByText('Tobias Wendt', { exact: true }).evaluate((name) => {
    name.textContent = 'Managing Director and Co-founder, Head of Feeds and Policy';
  });

  const box = await page.getByText('TW', { exact: true }).boundingBox();
  expect(box?.width).toBe(box?.height);
});
