import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

const PAGE = '/nameserver-setup';
const LIST = 'parked-1.com\nsigned-1.com\nother-1.com\nmissing-1.com\nbroken-1.com\nnonsense';

const section = (page: Page): Locator => page.getByRole('region', { name: 'Where do your domains point?' });
const list = (page: Page): Locator => section(page).getByRole('textbox', { name: 'Your domains' });
const rowOf = (page: Page, domain: string): Locator => section(page).locator('ol > li').filter({ hasText: domain });

const check = async (page: Page, domains: string, { isInPlace = false } = {}): Promise<void> => {
  await list(page).focus();
  // On a busy machine hydration may take so long that it ends while the list is replaced, or the form is submitted natively.
  if (isInPlace) await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await list(page).fill(domains);
  await section(page).getByRole('button', { name: 'Check domains' }).click();
};

/** Expects the results of `LIST`. */
const expectVerdicts = async (page: Page): Promise<void> => {
  await expect(section(page)).toContainText(
    '5 domains checked. Points to us: 1, Not yet: 1, Points elsewhere: 1, Does not exist: 1, Could not be asked: 1.',
  );
  await expect(rowOf(page, 'parked-1.com')).toContainText('Points to us');
  await expect(rowOf(page, 'signed-1.com')).toContainText('A DS record is still at the registry: remove it');
  await expect(rowOf(page, 'other-1.com')).toContainText('enter its nameservers at the registrar');
  await expect(rowOf(page, 'broken-1.com')).toContainText('SERVFAIL');
  await expect(section(page)).toContainText('Line 6, “nonsense”: No extension such as .com.');
  await rowOf(page, 'signed-1.com').getByText('What we found').click();
  await expect(rowOf(page, 'signed-1.com').getByText('ns1.park.net')).toBeVisible();
};

const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.toggleAttribute('data-same-document', true));
const expectSameDocument = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-same-document');

test.beforeEach(({ page }) => hideCookieBanner(page));

test('without scripts each domain has its verdict, the result has a URL and a CSV file, and too many are not checked', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto(PAGE);
  await check(page, LIST);
  await expectVerdicts(page);

  await check(page, 'parked-2.com');
  await expect(page).toHaveURL(/[?&]domains=parked-2\.com/);
  await expect(list(page)).toHaveValue('parked-2.com');
  await expect(rowOf(page, 'parked-2.com')).toContainText('Points to us');
  // The records of a single domain are open.
  await expect(rowOf(page, 'parked-2.com').getByText('ns1.park.net')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section(page).getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('domain-check.csv');

  await check(page, Array.from({ length: 52 }, (_, index) => `parked-${index}.com`).join(' , '));
  await expect(section(page)).toContainText('The check takes 50 domains at a time, and this list has 52.');
  await expect(section(page).locator('ol > li')).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Download as CSV' })).toHaveCount(0);
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('each domain has its verdict in place, the keyboard is enough, and the result has a URL', {
    tag: ['@phone', '@journey'],
  }, async ({ page }) => {
    await page.goto(PAGE);
    await markDocument(page);
    await list(page).fill(LIST);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await list(page).press('Tab');
    await page.keyboard.press('Enter');

    await expect(section(page).getByRole('status').first()).toContainText('5 domains checked.');
    await expect(section(page).getByRole('button', { name: 'Check domains' })).toBeFocused();
    await expectVerdicts(page);
    await expectSameDocument(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(new URL(page.url()).searchParams.get('domains')).toBe(LIST);
  });

  test('what is typed before hydration replaces the list', { tag: '@on-intent' }, async ({ page }) => {
    const release = await holdRequests(page, '**/payloads/*.txt*');
    await page.goto(`${PAGE}?domains=parked-1.com`);
    await list(page).fill('parked-2.com');
    release();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await expect(list(page)).toHaveValue('parked-2.com');
  });

  test('results in place can be downloaded; over a limit a check says why, and without an answer the page is loaded', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/Failed to load resource/);
    await page.goto(PAGE);
    await check(page, 'parked-9.com\nnonsense', { isInPlace: true });
    await expect(section(page).getByRole('status').first()).toHaveText('1 domain checked. Points to us: 1.');
    // The file has the results that are shown, not those of a list that has not been checked.
    await list(page).fill('other-9.com');
    const downloading = page.waitForEvent('download');
    await section(page).getByRole('button', { name: 'Download as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('domain-check.csv');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines[1]).toMatch(/^"parked-9\.com","Points to us","ns1\.park\.net, ns2\.park\.net"/);
    expect(lines[2]).toBe('"Line 2, “nonsense”: No extension such as .com."');

    // A second check takes the place of the first.
    const first = Promise.withResolvers<void>();
    await page.route('**/api/domain-check', () => first.resolve(), { times: 1 });
    await markDocument(page);
    await check(page, 'parked-8.com', { isInPlace: true });
    await first.promise;
    await check(page, 'other-8.com', { isInPlace: true });
    await expect(rowOf(page, 'other-8.com')).toContainText('Points elsewhere');
    await expect(rowOf(page, 'parked-8.com')).toHaveCount(0);

    await check(page, ' ', { isInPlace: true });
    await expect(section(page).getByRole('status').first()).toHaveText('There are no domains in this list.');

    await page.route(
      '**/api/domain-check',
      (route) => route.fulfill({ status: 429, json: { statusCode: 429, statusMessage: 'Try again in 20 seconds.' } }),
      { times: 1 },
    );
    await check(page, 'parked-6.com', { isInPlace: true });
    await expect(section(page)).toContainText('Try again in 20 seconds.');
    await page.route(
      '**/api/domain-check',
      (route) => route.fulfill({ body: '{"total":0,"notes":["No domains."]}\n' }),
      { times: 1 },
    );
    await check(page, 'д'.repeat(1_300), { isInPlace: true });
    await expect(page).toHaveURL((url) => url.href.length > 7_800);
    await expectSameDocument(page);

    await page.route('**/api/domain-check', (route) => route.abort());
    await check(page, 'parked-7.com', { isInPlace: true });
    await expect(page).toHaveURL(/\?domains=parked-7\.com/);
    await expect(rowOf(page, 'parked-7.com')).toContainText('Points to us');

    // An answer that ends early: the URL is that of the list already.
    await page.unroute('**/api/domain-check');
    await page.route('**/api/domain-check', (route) => route.fulfill({ body: '{"total":1,"notes":[]}\n' }));
    await check(page, 'parked-5.com', { isInPlace: true });
    await expect(rowOf(page, 'parked-5.com')).toContainText('Points to us');
  });
});
