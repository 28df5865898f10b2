import type { Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { expect, test } from './site.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the FAQ' });
const entries = (page: Page) => page.getByRole('main').locator('details');
const topic = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });

test.describe('with and without scripts', () => {
  test('the page shows all entries by topic, with the first one open', { tag: '@html' }, async ({ page }) => {
    await page.goto('/faq');

    expect(await entries(page).count()).toBeGreaterThanOrEqual(24);
    await expect(entries(page).first()).toHaveAttribute('open');
    await expect(page.getByRole('main').locator('details[open]')).toHaveCount(1);
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(6);
    expect(await page.content()).toContain('"@type":"FAQPage"');
  });

  test('in narrow windows the topics are large touch targets that share rows', { tag: '@html' }, async ({ page }) => {
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/faq');
      const topics = page.getByRole('navigation', { name: 'Topics' }).getByRole('link');
      expect(await topics.count()).toBeGreaterThanOrEqual(6);
      for (const link of await topics.all()) {
        await expect(link).toBeVisible();
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      const tops = await topics.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size, 'number of rows').toBeLessThan(tops.length);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await topic(page, 'Payouts').click();
      await expect(page.getByRole('heading', { name: 'Payouts', exact: true })).toBeInViewport();
    }
  });

  test('a query in the URL shows at most three entries with the first one open, or that there are none', {
    tag: '@html',
  }, async ({ page }) => {
    await page.goto('/faq?q=minimum+payout');
    await expect(search(page)).toHaveValue('minimum payout');
    const count = await entries(page).count();
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThanOrEqual(3);
    await expect(entries(page).first()).toHaveAttribute('open');
    expect(await page.content()).not.toContain('FAQPage');

    await page.goto('/faq?q=xylophone+solo');
    await expect(page.getByText('Nothing found.', { exact: true })).toBeVisible();
    await expect(entries(page)).toHaveCount(0);
  });

  test('the query is escaped', async ({ page }) => {
    await page.goto(
      `/faq?q=${encodeURIComponent('"><script>window.ran = 1</script><img src=x onerror="window.ran = 1">')}`,
    );

    await expect(search(page)).toHaveValue(/<script>/);
    expect(await page.content()).not.toContain('<script>window.ran');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  test('submitting the form shows results', { tag: '@journey' }, async ({ page }) => {
    await page.goto('/faq');
    await search(page).fill('nameservers');
    await search(page).press('Enter');

    await expect(page).toHaveURL('/faq?q=nameservers');
    await expect(entries(page).first()).toHaveAttribute('open');
    expect(await entries(page).count()).toBeLessThanOrEqual(3);
    const pages = page.getByRole('region', { name: 'Pages about this' }).getByRole('link');
    await expect(pages.first()).toHaveText('Nameserver setup');
    expect(await pages.count()).toBeLessThanOrEqual(3);
  });

  test('the permalink of an entry opens the page with that entry expanded', async ({ page }) => {
    await page.goto('/faq');
    const last = entries(page).last();
    await last.locator('summary').click();
    const hash = await last.getByRole('link', { name: /link to/i }).getAttribute('href');
    await page.goto('/');
    await page.goto(`/faq${hash}`);

    await expect(entries(page).last()).toHaveAttribute('open');
  });
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('typing is debounced by 400 milliseconds', { tag: '@journey' }, async ({ page }) => {
    await page.clock.install();
    await page.goto('/faq');
    const all = await entries(page).count();
    const loaded = page.waitForResponse('**/faq/_payload.json');
    await search(page).focus();
    await page.locator('html[data-hydrated]').waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));

    await search(page).pressSequentially('payo');
    await loaded;
    await page.clock.runFor(399);
    await search(page).press('u');
    await page.clock.runFor(399);
    await expect(entries(page)).toHaveCount(all);

    await page.clock.runFor(1);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^[1-3] answers? found for “payou”\.$/);
    expect(await entries(page).count()).toBeLessThanOrEqual(3);
    await expect(entries(page).first()).toHaveAttribute('open');
  });

  test('clearing the field shows the full list with the first entry open, also on a page opened with a query', async ({
    page,
  }) => {
    await page.goto('/faq?q=payout');
    await search(page).fill('');
    await expect.poll(() => entries(page).count()).toBeGreaterThanOrEqual(24);
    const all = await entries(page).count();
    await search(page).fill('xylophone solo');
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Nothing found.');
    await search(page).fill('');

    await expect(entries(page)).toHaveCount(all);
    await expect(entries(page).first()).toHaveAttribute('open');
  });

  test('a topic link clears the search and shows the full list', async ({ page }) => {
    await page.goto('/faq');
    const all = await entries(page).count();
    for (const [query, status, name] of [
      ['tax', /found for “tax”\.$/, 'Payouts'],
      ['zzzz', 'Nothing found.', 'RSOC for domains'],
    ] as const) {
      await search(page).fill(query);
      await expect(page.getByRole('main').getByRole('status')).toHaveText(status);
      await expect(page).toHaveURL(new RegExp(`[?]q=${query}`));
      await topic(page, name).click();

      await expect(page).toHaveURL(/\/faq#topic-\d+$/);
      await expect(search(page)).toHaveValue('');
      await expect(entries(page)).toHaveCount(all);
      await expect(page.getByRole('main').getByRole('status')).toBeEmpty();
      await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('section')?.querySelector('h2')?.innerText),
        'heading of the section that contains the next tab stop',
      ).toBe(name);
    }
  });

  test('on a page opened with a query, a topic link shows the full list, and another one cancels a pending search', async ({
    page,
  }) => {
    await page.goto('/faq?q=payout');
    await search(page).fill('tax');
    await expect(page).toHaveURL('/faq?q=tax');
    await topic(page, 'RSOC for domains').press('Enter');
    await expect(page).toHaveURL(/\/faq#topic-\d+$/);
    await expect(page.getByRole('heading', { name: 'RSOC for domains', exact: true })).toBeInViewport();

    await page.clock.install();
    await search(page).fill('zzzz');
    await topic(page, 'Payouts').press('Enter');
    await expect(search(page)).toHaveValue('');
    await page.clock.runFor(1_000);
    await expect(page.getByRole('heading', { name: 'Payouts', exact: true })).toBeInViewport();
    expect(await entries(page).count()).toBeGreaterThanOrEqual(24);
  });

  test('a topic link wins over results that are about to be shown', async ({ page }) => {
    await page.goto('/faq');
    await search(page).focus();
    await page.locator('html[data-hydrated]').waitFor();
    const link = topic(page, 'Payouts');
    // The search writes its URL right before it hands its results to React, which shows them later.
    await link.evaluate((element: HTMLElement) => {
      const { replaceState } = history;
      history.replaceState = (...state) => {
        history.replaceState = replaceState;
        history.replaceState(...state);
        queueMicrotask(() => element.click());
      };
    });
    await search(page).fill('zzzz');

    await expect(page).toHaveURL(/\/faq#topic-\d+$/);
    await expect(search(page)).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'Payouts', exact: true })).toBeInViewport();
    await expect(page.getByText('Nothing found.')).toBeHidden();
  });

  test('server and browser return the same results', async ({ page }) => {
    await page.goto('/faq');
    for (const text of ['minimum payout', 'A/B test', 'zzz']) {
      await search(page).fill(text);
      await expect(page).toHaveURL(new URL(`/faq?${new URLSearchParams({ q: text })}`, page.url()).href);
      await expect(page.getByRole('main').getByRole('status')).toBeVisible();
      const html = parse(await (await page.request.get(page.url())).text());
      const fromServer = html.querySelectorAll('main details summary').map((summary) => summary.textContent.trim());

      expect(
        (await entries(page).locator('summary').allTextContents()).map((summary) => summary.trim()),
        text,
      ).toEqual(fromServer);
    }
  });

  test('if the entries cannot be loaded, submitting gets the results from the server', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/net::ERR_FAILED/);
    await page.route('**/faq/_payload.json', (route) => route.abort());
    await page.goto('/faq');
    await search(page).fill('nameservers');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/Press Search/);
    expect(new URL(page.url()).search).toBe('');
    await search(page).press('Enter');

    await expect(page).toHaveURL('/faq?q=nameservers');
    expect(await entries(page).count()).toBeLessThanOrEqual(3);
  });
});
