import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the FAQ' });
const entries = (page: Page) => page.getByRole('main').locator('details');
const topic = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });

test('in narrow windows the topics are large touch targets that share rows and lead to their entries', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto('/faq');
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 740 });
    const topics = page.getByRole('navigation', { name: 'Topics' }).getByRole('link');
    expect(await topics.count()).toBeGreaterThanOrEqual(6);
    const boxes = await topics.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
    for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44);
    expect(new Set(boxes.map(({ top }) => top)).size, 'number of rows').toBeLessThan(boxes.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await topic(page, 'Payouts').click();
    await expect(page.getByRole('heading', { name: 'Payouts', exact: true })).toBeInViewport();
  }
});

test('submitting the form shows results and pages, and the permalink of an entry opens it', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto('/faq');
  const last = entries(page).last();
  await last.locator('summary').click();
  const permalink = `/faq${await last.getByRole('link', { name: /link to/i }).getAttribute('href')}`;
  await search(page).fill('nameservers');
  await search(page).press('Enter');
  await expect(page).toHaveURL('/faq?q=nameservers');
  await expect(entries(page).first()).toHaveAttribute('open');
  expect(await entries(page).count()).toBeLessThanOrEqual(3);
  const pages = page.getByRole('region', { name: 'Pages about this' }).getByRole('link');
  await expect(pages.first()).toHaveText('Nameserver setup');
  expect(await pages.count()).toBeLessThanOrEqual(3);

  await page.goto(permalink);
  await expect(entries(page).last()).toHaveAttribute('open');
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
    await expect(search(page), 'so that a screen reader announces the status').toBeFocused();
  });

  test('clearing the field or a topic link shows the full list, also on a page opened with a query', async ({
    page,
  }) => {
    const status = page.getByRole('main').getByRole('status');
    await page.goto('/faq?q=payout');
    await search(page).fill('');
    await expect.poll(() => entries(page).count()).toBeGreaterThanOrEqual(24);
    const all = await entries(page).count();
    await search(page).fill('xylophone solo');
    await expect(status).toHaveText('Nothing found.');
    await search(page).fill('');
    await expect(entries(page)).toHaveCount(all);
    await expect(entries(page).first()).toHaveAttribute('open');

    await page.goto('/faq');
    for (const [query, found, name] of [
      ['tax', /found for “tax”\.$/, 'Payouts'],
      ['zzzz', 'Nothing found.', 'RSOC for domains'],
    ] as const) {
      await search(page).fill(query);
      await expect(status).toHaveText(found);
      await expect(page).toHaveURL(new RegExp(`[?]q=${query}`));
      await topic(page, name).click();

      await expect(page).toHaveURL(/\/faq#topic-\d+$/);
      await expect(search(page)).toHaveValue('');
      await expect(entries(page)).toHaveCount(all);
      await expect(status).toBeEmpty();
      await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('section')?.querySelector('h2')?.innerText),
        'heading of the section that contains the next tab stop',
      ).toBe(name);
    }

    // A topic link wins over results that are about to be shown: the search writes its URL right before it hands its results to
    // React, which shows them later.
    await topic(page, 'Payouts').evaluate((element: HTMLElement) => {
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

    // It cancels a search that is pending.
    await page.clock.install();
    await search(page).fill('zzzz');
    // Another one: Chromium may not follow a link to the current anchor while it scrolls, here to the field.
    await topic(page, 'RSOC for domains').press('Enter');
    await expect(search(page)).toHaveValue('');
    await page.clock.runFor(1_000);
    await expect(page.getByRole('heading', { name: 'RSOC for domains', exact: true })).toBeInViewport();
    await expect(entries(page)).toHaveCount(all);
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
