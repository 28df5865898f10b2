import type { Page } from '@playwright/test';
import { deliveredWith, doubleClick, headerOf, sendAndWait, unique } from './mailbox.ts';
import { expect, test } from './site.ts';

const FORM = '/contact?topic=abuse#form';
const SEND = 'Send report';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const category = (page: Page) => page.getByRole('combobox', { name: 'What you’re reporting' });

const fillIn = async (page: Page, seen: string): Promise<void> => {
  await category(page).selectOption('phishing');
  await field(page, 'Exact URLs').fill('https://first-name.com/login\nhttps://second-name.com');
  await field(page, 'What you saw').fill(seen);
  await field(page, 'When you saw it').fill('24 November 2026, 14:05 CET');
  await field(page, 'Country you saw it from').fill('Germany');
  await field(page, 'Redirects').fill('https://hop.example');
  await field(page, 'Why it’s illegal').fill('It imitates a bank to obtain passwords.');
};

const signAs = async (page: Page): Promise<void> => {
  await field(page, 'Name').fill('Ada Example');
  await field(page, 'Email address').fill('ada@example.org');
};

const confirmGoodFaith = (page: Page) => page.getByRole('checkbox', { name: /^I believe in good faith/ }).check();

/** The email to the team and the receipt; waits for both. */
const mailsAbout = async (reference: string) => {
  await expect.poll(async () => (await deliveredWith(reference)).length).toBe(2);
  const mails = await deliveredWith(reference);
  const isReceipt = (mail: (typeof mails)[number]) => mail.headers.has('auto-submitted');
  return { report: mails.find((mail) => !isReceipt(mail)), receipt: mails.find(isReceipt) };
};

// contact-form.test.ts shows that a form keeps its input without scripts, and unit tests what is missing in a report.
test('the contact form leads to the form for reports, which for the sexual abuse of children sends no name', {
  tag: '@html',
}, async ({ page }) => {
  const seen = unique('Described in words.');
  await page.goto('/contact');
  const link = page.locator('#form').getByRole('link', { name: 'its own form' });
  await expect(link).toBeHidden();
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('abuse');
  await link.click();
  await expect(page).toHaveURL(FORM);
  await expect(page).toHaveTitle('Report abuse | Freehold');
  await expect(page.getByRole('complementary', { name: 'About reports' })).toContainText('How to appeal');
  const addresses = page.getByRole('main').getByRole('link', { name: /@example\.com$/ });
  await expect(addresses.first()).toHaveText('abuse@example.com');

  await fillIn(page, seen);
  await signAs(page);
  await expect(page.getByText('are anonymous')).toBeHidden();
  await category(page).selectOption('csam');
  await expect(field(page, 'Name')).toBeHidden();
  await expect(field(page, 'Email address')).toBeHidden();
  await expect(page.getByText('are anonymous')).toBeVisible();
  await confirmGoodFaith(page);
  const mails = await deliveredWith(await sendAndWait(page, SEND));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.replyTo).toBeUndefined();
  expect(mails[0]?.text).toContain(seen);
  expect(mails[0]?.text).not.toContain('Ada');
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('a draft survives a reload, and a double click sends one report and one receipt', {
    tag: '@journey',
  }, async ({ page }) => {
    const seen = unique('Reported with a double click.');
    await page.goto(FORM);
    await fillIn(page, seen);
    await signAs(page);
    await confirmGoodFaith(page);
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    await page.reload();
    await field(page, 'Name').focus();
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    await expect(field(page, 'What you saw')).toHaveValue(seen);
    await expect(category(page)).toHaveValue('phishing');
    await doubleClick(page, SEND);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report received');
    await expect(page).toHaveTitle('Report received | Freehold');
    await expect(page.getByRole('main')).toContainText('If you disagree, write to us');
    const reference = headerOf((await deliveredWith(seen))[0], 'x-reference');
    const { report, receipt } = await mailsAbout(reference);
    expect(report?.subject).toBe(`Abuse: Phishing, fraud or malware: first-name.com [${reference}]`);
    expect(report?.replyTo?.text).toContain('ada@example.org');
    expect(receipt?.to).toMatchObject({ text: 'ada@example.org' });
    expect(receipt?.text).not.toContain('first-name.com');
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('abuse-report-draft:1');
  });
});
