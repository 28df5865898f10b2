import type { Locator, Page } from '@playwright/test';
import { expect, hideCookieBanner, holdRequests, test } from './site.ts';

const section = (page: Page): Locator => page.getByRole('region', { name: 'Say it in the DNS as well' });
const field = (page: Page, name: string): Locator => section(page).getByRole('textbox', { name });

test.beforeEach(async ({ page }) => {
  await hideCookieBanner(page);
});

test('the form writes a record for each field, and the result has a URL', { tag: '@journey' }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/solutions');
  await expect(section(page)).toContainText('_for-sale 3600 IN TXT "v=FORSALE1;"');
  await field(page, 'Domain').fill('one.com');
  // Over BiDi, text that is typed during hydration may get into the field that had the focus before.
  if (javaScriptEnabled) await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await field(page, 'Asking price').fill('eur 2500');
  await field(page, 'Link').fill('example.com');
  // With the keyboard, because the smooth scroll to the last field can move the button away from the pointer.
  await section(page).getByRole('button', { name: 'Write the records' }).press('Enter');

  const expectRecords = async (): Promise<void> => {
    await expect(section(page)).toContainText('1 record, 1 problem');
    await expect(section(page)).toContainText('_for-sale.one.com. 3600 IN TXT "v=FORSALE1;fval=EUR2500"');
    await expect(section(page)).toContainText('Link: enter one address that begins with https://');
  };
  await expectRecords();
  await expect.poll(() => new URL(page.url()).searchParams.get('fval')).toBe('eur 2500');
  await page.goto(page.url());
  await expectRecords();
  await expect(field(page, 'Asking price')).toHaveValue('eur 2500');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test('a press before hydration puts what was typed into the URL; then the records follow the input and can be copied', {
  tag: ['@scripts', '@on-intent'],
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const release = await holdRequests(page, '**/payloads/*.txt*');
  await page.goto('/solutions');
  await field(page, 'Asking price').fill('EUR2500');
  const button = section(page).getByRole('button', { name: 'Write the records' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(section(page)).toContainText('"v=FORSALE1;fval=EUR2500"');
  await expect(page).toHaveURL('/solutions?fval=EUR2500');

  await field(page, 'Asking price').fill('');
  await field(page, 'Text').pressSequentially('Serious offers only');
  await expect(section(page)).toContainText('"v=FORSALE1;ftxt=Serious offers only"');
  await section(page).getByRole('button', { name: 'Copy lines' }).click();
  await expect(section(page)).toContainText('Copied.');
  await field(page, 'Text').fill('');
  await field(page, 'Text').press('ControlOrMeta+V');
  await expect(field(page, 'Text')).toHaveValue('_for-sale 3600 IN TXT "v=FORSALE1;ftxt=Serious offers only"');
});

test('a press writes the records of values that a form filler has entered without events', { tag: '@scripts' }, async ({
  page,
}) => {
  await page.goto('/solutions');
  await field(page, 'Asking price').focus();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await field(page, 'Asking price').evaluate((input: HTMLInputElement) => {
    input.value = 'EUR2500';
  });
  await section(page).getByRole('button', { name: 'Write the records' }).press('Enter');

  await expect(section(page)).toContainText('"v=FORSALE1;fval=EUR2500"');
});

test('after Back the records are those of what was typed', { tag: '@scripts' }, async ({ page }) => {
  await page.goto('/solutions');
  await field(page, 'Asking price').fill('EUR2500');
  await expect(section(page)).toContainText('"v=FORSALE1;fval=EUR2500"');
  // With the keyboard, because the link moves for some frames after the page has scrolled to it.
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'News' }).press('Enter');
  await expect(page).toHaveURL('/news');

  await page.goBack();

  await expect(field(page, 'Asking price')).toHaveValue('EUR2500');
  await expect(section(page)).toContainText('"v=FORSALE1;fval=EUR2500"');
});
