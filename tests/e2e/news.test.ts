import { expect, test } from './site.ts';

test('articles are listed newest first, each with date, image and summary, and in an Atom feed', async ({
  page,
  request,
}) => {
  await page.goto('/news');

  const articles = page.getByRole('main').getByRole('article');
  expect(await articles.count()).toBeGreaterThanOrEqual(2);
  const dates = await articles
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(dates).toEqual([...dates].sort().toReversed());
  for (const article of await articles.all()) {
    await expect(article.getByRole('heading', { level: 2 }).getByRole('link')).toBeVisible();
    await expect(article.locator('img')).toHaveAttribute('width', /^\d+$/);
    await expect(article.locator('p').first()).not.toBeEmpty();
  }
  const feed = await request.get((await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href')) ?? '');
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
});

test('the pager leads to older news and back', async ({ page }) => {
  await page.goto('/news');
  const pager = page.getByRole('navigation', { name: 'Pages of news' });
  await expect(pager.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  const newest = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText();

  await pager.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL('/news?page=2');
  await expect(page).toHaveTitle('News, page 2 | Freehold');
  await expect(pager.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').getByText(newest, { exact: true })).toHaveCount(0);

  await pager.getByRole('link', { name: 'Newer' }).click();
  await expect(page).toHaveURL('/news');
});

test('a category shows only its articles and is marked as current', async ({ page }) => {
  await page.goto('/news');
  const filter = page.getByRole('navigation', { name: 'Categories' });
  await expect(filter.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');

  await filter.getByRole('link', { name: 'Payouts' }).click();
  await expect(page).toHaveURL('/news?category=payouts');
  await expect(page).toHaveTitle('News: Payouts | Freehold');
  await expect(filter.getByRole('link', { name: 'Payouts' })).toHaveAttribute('aria-current', 'page');
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles.filter({ hasText: 'Payouts' })).toHaveCount(await articles.count());

  await filter.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL('/news');
});

test('an article shows title and date and links back to the news', async ({ page }) => {
  await page.goto('/news');
  const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  const text = await title.innerText();
  await title.getByRole('link').click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
  const article = page.getByRole('article').first();
  await expect(article.locator('time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL('/news');
});

test('an article that was changed after its publication shows the date of the change', async ({ page }) => {
  await page.goto('/rsoc-for-domains-opens');

  await expect(page.getByText('Updated on 1 September 2026')).toBeVisible();
});

test('a long article has a table of contents that links to its headings', async ({ page }) => {
  await page.goto('/what-a-for-sale-banner-costs');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const links = contents.getByRole('link');
  expect(await links.count()).toBeGreaterThanOrEqual(4);

  for (const link of await links.all()) {
    const text = await link.innerText();
    const url = (await link.getAttribute('href')) ?? '';
    await expect(page.locator(`h2[id="${url.slice(1)}"]`)).toHaveText(text);
  }
  const last = links.last();
  const text = await last.innerText();
  await last.click();
  await expect(page.getByRole('heading', { level: 2, name: text })).toBeInViewport();
});

test('a short article has no table of contents, and links to three others, those of its category first', async ({
  page,
}) => {
  await page.goto('/payout-dates-winter-2026');
  await expect(page.getByRole('navigation', { name: 'On this page' })).toHaveCount(0);

  const related = page.getByRole('region', { name: 'Next exits' }).getByRole('heading', { level: 3 });
  await expect(related).toHaveCount(3);
  await expect(related.first()).toHaveText('Payouts: Payoneer added, wire minimum halved');
});

test('every page of the news has a canonical URL and links to the previous and next page', async ({ page }) => {
  const hrefOf = (rel: string) => page.locator(`head link[rel=${rel}]`).getAttribute('href');

  await page.goto('/news?utm_source=forum');
  await expect(page).toHaveTitle('News | Freehold');
  const first = await hrefOf('canonical');
  expect(first).toMatch(/\/news$/);
  await expect(page.locator('head link[rel=prev]')).toHaveCount(0);
  expect(await hrefOf('next')).toBe(`${first}?page=2`);

  await page.goto('/news?page=2');
  expect(await hrefOf('canonical')).toBe(`${first}?page=2`);
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${first}?page=2`);
  expect(await hrefOf('prev')).toBe(first);
  await expect(page.locator('head link[rel=next]')).toHaveCount(0);

  await page.goto('/news?category=payouts&utm_source=forum');
  expect(await hrefOf('canonical')).toBe(`${first}?category=payouts`);
});
