import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, hideCookieBanner, test } from './site.ts';

const PAGE = '/domain-list-check';
const LIST = 'one.com\nwww.two.co.uk\nONE.com\nnonsense';

const list = (page: Page) => page.getByRole('textbox', { name: 'Your domains' });
/** Too long for a URL. */
const longList = Array.from({ length: 500 }, (_, index) => `name-${index}.com`).join('\n');

test('without scripts the page says what it does and what to use instead, and has no form', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto(PAGE);

  await expect(page.getByText('nothing is sent.')).toBeVisible();
  await expect(list(page)).toBeHidden();
  await expect(page.locator('#content noscript a')).toHaveCount(2);
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test.beforeEach(async ({ page }) => {
    await hideCookieBanner(page);
  });

  test('a list is sorted in the browser, and carried to the application', {
    tag: '@journey',
  }, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/one\.com|name-1/.test(request.url() + (request.postData() ?? ''))) sent.push(request.url());
    });
    await page.goto(PAGE);
    await list(page).fill(LIST);
    await page.getByRole('button', { name: 'Check list' }).click();

    await expect(page.getByRole('status').getByText('2 domains, 1 duplicate removed')).toBeVisible();
    await expect(page.getByRole('row', { name: '.co.uk 1' })).toBeVisible();
    await page.getByText('Lines that aren’t domains (1)').click();
    await expect(page.getByRole('row', { name: 'nonsense' })).toContainText('No extension such as .com.');
    await expect(page.getByRole('link', { name: 'See where they point' })).toHaveAttribute(
      'href',
      '/nameserver-setup?domains=one.com%0Atwo.co.uk',
    );
    await list(page).fill(longList);
    await expect(page.getByRole('row', { name: '.co.uk 1' })).toBeHidden();
    await page.getByRole('button', { name: 'Check list' }).click();
    await expect(page.getByRole('link', { name: 'See where the first 50 point' })).toBeVisible();
    await page.getByRole('link', { name: 'Apply for RSOC with this list' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    const carried = page.locator('textarea[name="domainList"]');
    await expect(carried).toHaveValue(longList);
    await page.reload();
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    // As the draft of the application, which the visitor can discard.
    await expect(carried).toHaveValue(longList);
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(carried).toHaveValue('');
    expect(sent).toEqual([]);
  });

  test('a chosen file is added, a file that is no list is named, and the report can be downloaded as a CSV file', async ({
    page,
  }) => {
    await page.goto(PAGE);
    const file = page.getByLabel('Or open a file');
    await file.setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('domain;price\none.com;5'),
    });
    await page.getByRole('button', { name: 'Check list' }).click();
    await expect(page.getByRole('status').getByText('1 domain, from the first column of the table')).toBeVisible();
    await file.setInputFiles({ name: 'list.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\0') });
    await page.getByRole('button', { name: 'Check list' }).click();
    await expect(page.getByText('list.xlsx isn’t a text file.')).toBeVisible();

    await list(page).fill(LIST);
    await file.setInputFiles([]);
    await page.getByRole('button', { name: 'Check list' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const report = await downloading;
    expect(report.suggestedFilename()).toBe('domain-list.csv');
    expect(await readFile(await report.path(), 'utf8')).toContain('"3","ONE.com","duplicate","one.com","com",""');
  });

  test('a browser without Array.prototype.toSorted counts the extensions, and the list is still there after Back', async ({
    page,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await page.goto(PAGE);
    await list(page).fill(LIST);
    await page.getByRole('button', { name: 'Check list' }).click();
    await expect(page.getByRole('row', { name: '.co.uk 1' })).toBeVisible();
    await page.getByRole('link', { name: 'See where they point' }).click();
    await expect(page).toHaveURL(/^[^?]+\/nameserver-setup\?/);

    await page.goBack();

    await expect(list(page)).toHaveValue(LIST);
  });
});
