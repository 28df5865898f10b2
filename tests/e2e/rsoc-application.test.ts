import type { Page } from '@playwright/test';
import { triggerHydration } from '../support/page-weight.ts';
import { deliveredWith, doubleClick, sendAndWait, unique } from './mailbox.ts';
import { expect, hideCookieBanner, holdRequests, renderAllSections, test, translatePage } from './site.ts';

const PATH = '/RSOC-for-domains-application';
const SEND = 'Send application';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name });
const errorSummary = (page: Page) => page.locator('#answer');
const step = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(`^${name} step`) });

const readDrafts = (page: Page): Promise<string> => page.evaluate(() => Object.values(localStorage).join());

/** With scripts the form is shown step by step; without them all steps are shown at once. */
const continueTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Next: ${name}` }).click();
  await expect(step(page, name)).toBeFocused();
};

/** Whether the error summary lists the fields in form order. */
const isInFormOrder = (page: Page): Promise<boolean> =>
  errorSummary(page)
    .getByRole('link')
    .evaluateAll((links) => {
      const fields = links.map((link) => document.getElementById((link.getAttribute('href') ?? '').slice(1)));
      const inForm = Array.from(document.querySelectorAll('input, select, textarea'));
      const positions = fields.map((field) => (field ? inForm.indexOf(field) : -1));
      return positions.every((position, index) => position > (positions[index - 1] ?? -1));
    });

// On a phone the cookie banner would cover the form.
test.beforeEach(({ context }) => hideCookieBanner(context));

const fillPerson = async (page: Page): Promise<void> => {
  await field(page, /^Name/).fill('Ada Example');
  await field(page, 'Email address').fill('ada@example.org');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await page.getByRole('radio', { name: 'Not yet' }).check();
};

const fillPortfolio = async (page: Page, list: string): Promise<void> => {
  await field(page, 'Number of domains').fill('3');
  await field(page, 'Your domains').fill(list);
  await checkbox(page, 'Travel').check();
  await checkbox(page, 'German').check();
  await field(page, 'Countries').fill('Germany, Austria');
};

const fillTraffic = async (page: Page): Promise<void> => {
  await field(page, 'Visitors per month').fill('4,000');
  await field(page, 'Share of adult traffic').fill('0');
  await checkbox(page, 'Type-in').check();
};

const NETWORKS = 'Networks you buy visitors from';
const ADS_AGREEMENT = 'the exact text of every ad before it runs.';
const MISSING_STATEMENTS = [
  'Please agree to send us the exact text of every ad.',
  /^Please confirm that you have the right/,
  /^Please agree to the terms/,
];

/** Expects the field about bought traffic to appear with its condition, and fills it in. */
const buyTraffic = async (page: Page): Promise<void> => {
  await expect(field(page, NETWORKS)).toBeHidden();
  await checkbox(page, 'Paid').check();
  await expect(field(page, NETWORKS)).toBeVisible();
  await checkbox(page, 'Paid').uncheck();
  await expect(field(page, NETWORKS)).toBeHidden();
  await checkbox(page, 'Paid').check();
  await field(page, NETWORKS).fill('A network');
};

const TABLE = {
  name: 'portfolio.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('domain;price\r\nfrom-a-file.com;10\r\nfrom-a-file-too.com;20\r\n'),
};

const REJECTED_LINES = /^\d lines aren’t domains\. Line 2: /;

/** Expects the second and the fourth line of the domain list to be rejected. */
const expectRejectedLines = async (page: Page): Promise<void> => {
  const rejected = page.getByRole('table', { name: 'Lines that aren’t domains' }).getByRole('row');
  await expect(rejected.nth(1)).toHaveText(/2\s*not a domain\s*No extension such as \.com\./);
  await expect(rejected.nth(2)).toHaveText(/4\s*ada@example\.org\s*An email address isn’t a domain\./);
};

const fillContent = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Please write them' }).check();
  await page.getByRole('radio', { name: 'I’ve never had one' }).check();
};

const fillStatements = async (page: Page, remarks: string): Promise<void> => {
  await field(page, 'Anything else').fill(remarks);
  await checkbox(page, 'I have the right').check();
  await checkbox(page, 'I agree to the terms').check();
};

const textOfMail = (mail: Awaited<ReturnType<typeof deliveredWith>>[number] | undefined): string =>
  [mail?.text, ...(mail?.attachments ?? []).map(({ content }) => content.toString())].join('\n');

test('without scripts all missing fields and invalid lines are listed, conditional fields appear with their condition, and an application is sent', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto(PATH);
  const group = page.getByRole('radiogroup', { name: 'Are you a customer?' });
  const before = await group.getByText('Not yet').boundingBox();
  await page.getByRole('button', { name: SEND }).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(16);
  await expect(errorSummary(page).getByRole('link').first()).toHaveText('Please enter your name.');
  expect(await isInFormOrder(page)).toBe(true);
  expect((await group.getByText('Not yet').boundingBox())?.x, 'the error of a radio group shifts nothing').toBe(
    before?.x,
  );
  const iconOf = (text: string) => page.locator('p', { hasText: text }).locator('svg').boundingBox();
  expect(await iconOf('Please enter your name.')).toMatchObject({ width: 20, height: 20 });
  expect(await iconOf('Please say whether you’re a customer.')).toMatchObject({ width: 20, height: 20 });
  await errorSummary(page).getByRole('link', { name: 'Please say whether you’re a customer.' }).click();
  await expect(page.getByRole('radio', { name: 'Yes' }).first()).toBeFocused();

  await fillPerson(page);
  await expect(field(page, 'Account number')).toBeHidden();
  await page.getByRole('radio', { name: 'Yes' }).first().check();
  await expect(field(page, 'Account number')).toBeVisible();
  await fillPortfolio(page, 'first-name.com\nnot a domain\nwww.second-name.net/page\nada@example.org');
  await page.getByLabel('Or upload your list').setInputFiles(TABLE);
  await fillTraffic(page);
  await buyTraffic(page);
  await fillContent(page);
  await page.getByRole('button', { name: SEND }).click();
  await expect(errorSummary(page).getByRole('link')).toHaveText([REJECTED_LINES, ...MISSING_STATEMENTS]);
  expect(await isInFormOrder(page)).toBe(true);
  await expectRejectedLines(page);
  // The browser does not choose the file again.
  await expect(field(page, 'Your domains')).toHaveValue(/^first-name\.com\nnot a domain\n.*from-a-file-too\.com/s);

  const remarks = unique('Leave them out.');
  await checkbox(page, 'Skip lines').check();
  await checkbox(page, ADS_AGREEMENT).check();
  await fillStatements(page, remarks);
  await sendAndWait(page, SEND);
  const [mail, ...others] = await deliveredWith(remarks);
  expect(others).toEqual([]);
  for (const domain of ['second-name.net', 'from-a-file-too.com']) expect(textOfMail(mail)).toContain(domain);
});

test('without scripts the list of domains is still there after a look at another page', { tag: '@html' }, async ({
  page,
}) => {
  await page.goto(PATH);
  await field(page, 'Your domains').fill('first-name.com\nsecond-name.net');
  await page.getByRole('link', { name: 'Terms' }).first().click();
  await expect(page).toHaveURL(/\/agb\.php$/);
  await page.goBack();

  await expect(field(page, 'Your domains')).toHaveValue('first-name.com\nsecond-name.net');
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('each step is checked, none loses its input, and after a connection error the application is sent once', {
    tag: ['@phone', '@journey'],
  }, async ({ page, allowConsoleMessage }) => {
    allowConsoleMessage(/net::ERR_FAILED/);
    const remarks = unique('Once, please.');
    await page.goto(PATH);
    await test.step('missing fields', async () => {
      // The buttons of the steps appear on hydration.
      await field(page, /^Name/).focus();
      await page.getByRole('button', { name: 'Next: Portfolio' }).click();
      await expect(errorSummary(page)).toBeFocused();
      await expect(errorSummary(page).getByRole('link')).toHaveCount(4);
      expect(await isInFormOrder(page)).toBe(true);
    });
    await test.step('Enter, and a double click', async () => {
      await fillPerson(page);
      await field(page, /^Name/).press('Enter');
      await expect(step(page, 'Portfolio')).toBeFocused();
      await page.getByRole('button', { name: 'Next: Traffic' }).dispatchEvent('click', { detail: 2 });
      await field(page, 'Number of domains').fill('3');
      await expect(errorSummary(page)).toBeHidden();
    });
    await test.step('a line with the same invalid entry twice, and another one that is corrected', async () => {
      const list = field(page, 'Your domains');
      const rejected = page.getByRole('table', { name: 'Lines that aren’t domains' }).locator('tbody th');
      await list.fill('first, second.com, n/a, n/a');
      await expect(rejected).toHaveText(['first', 'n/a', 'n/a']);
      await list.fill('first.com, second.com, n/a, n/a');
      await expect(rejected).toHaveText(['n/a', 'n/a']);
    });
    await test.step('invalid lines', async () => {
      await fillPortfolio(page, 'first-name.com\nnot a domain\nwww.second-name.net/page\nada@example.org');
      await expect(page.getByText('2 domains, 1 entry shortened to the domain, 2 lines aren’t domains')).toBeVisible();
      await page.getByRole('button', { name: 'Next: Traffic' }).click();
      await expect(errorSummary(page).getByRole('link')).toHaveText([REJECTED_LINES]);
      await expectRejectedLines(page);
      await checkbox(page, 'Skip lines').check();
      await continueTo(page, 'Traffic');
    });
    await test.step('two steps back and forward', async () => {
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(step(page, 'Portfolio')).toBeFocused();
      await expect(field(page, 'Your domains')).toHaveValue(/^first-name\.com\nnot a domain/);
      await page
        .getByRole('navigation', { name: 'Steps of the form' })
        .getByRole('button', { name: 'About you' })
        .click();
      await expect(step(page, 'About you')).toBeFocused();
      await expect(field(page, /^Name/)).toHaveValue('Ada Example');
      await expect(page.getByRole('radio', { name: 'Not yet' })).toBeChecked();
      await continueTo(page, 'Portfolio');
      await continueTo(page, 'Traffic');
    });
    await test.step('conditional fields', async () => {
      await fillTraffic(page);
      await buyTraffic(page);
      await continueTo(page, 'Content and AdSense');
      await fillContent(page);
      await continueTo(page, 'Confirm and send');
      // The second click of a double click on “Next”, which hits what is now in the place of that button.
      await checkbox(page, 'I have the right').dispatchEvent('click', { detail: 2 });
      await expect(checkbox(page, 'I have the right')).not.toBeChecked();
      await page.getByRole('button', { name: SEND }).click();
      await expect(errorSummary(page).getByRole('link')).toHaveText(MISSING_STATEMENTS);
    });
    await test.step('a connection error, and a double click', async () => {
      await fillStatements(page, remarks);
      await checkbox(page, ADS_AGREEMENT).check();
      await expect.poll(() => readDrafts(page)).toContain(remarks);
      for (const name of ['captcha', 'formToken', 'referralCode', '$ACTION'])
        expect(await readDrafts(page)).not.toContain(name);
      // When the corrected errors disappear, the button moves.
      await expect(errorSummary(page)).toBeHidden();
      await page.route('**/mail/send', (route) => route.abort());
      await page.getByRole('button', { name: SEND }).click();
      await expect(errorSummary(page)).toContainText('We couldn’t reach the server');
      await expect(field(page, 'Anything else')).toHaveValue(remarks);
      await page.unroute('**/mail/send');
      await doubleClick(page, SEND);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application received');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page).toHaveTitle('Application received | Freehold');
      const stages = page.getByRole('list', { name: 'Stages of the application' });
      await expect(stages.locator('[aria-current]')).toContainText('Answer');
      const [mail, ...others] = await deliveredWith(remarks);
      expect(others).toEqual([]);
      for (const words of ['Germany, Austria', '4,000', 'Travel', 'Type-in']) expect(mail?.text).toContain(words);
      for (const domain of ['first-name.com', 'second-name.net']) expect(textOfMail(mail)).toContain(domain);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });

  test('input before hydration is saved in the draft, shifts nothing, and neither replaces a draft nor is hidden by it', async ({
    page,
  }) => {
    const topOfName = () => field(page, /^Name/).evaluate((input) => input.getBoundingClientRect().top);
    const holdHydration = () => holdRequests(page, '**/entry.browser-*.js');
    // A smooth scroll would move the fields, too.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const releaseFirst = await holdHydration();
    await page.goto(PATH);
    // So would a section that comes near the window and gets its real height late.
    await renderAllSections(page);
    await field(page, /^Name/).fill('Ada Early');
    const before = await topOfName();
    expect(await readDrafts(page)).toBe('');
    releaseFirst();
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    expect(Math.abs((await topOfName()) - before), 'shift by the split into steps').toBeLessThan(2);
    expect(await readDrafts(page)).toContain('Ada Early');

    const releaseSecond = await holdHydration();
    // The `load` event may wait for the delayed chunk.
    await page.reload({ waitUntil: 'domcontentloaded' });
    await field(page, /^Company/).fill('Lovelace Ltd');
    releaseSecond();
    await expect(field(page, /^Name/)).toHaveValue('Ada Early');
    await expect(field(page, /^Company/)).toHaveValue('Lovelace Ltd');
    await expect.poll(() => readDrafts(page)).toContain('Lovelace Ltd');
    expect(await readDrafts(page)).toContain('Ada Early');

    await fillPerson(page);
    await continueTo(page, 'Portfolio');
    const releaseThird = await holdHydration();
    await page.reload({ waitUntil: 'domcontentloaded' });
    await field(page, 'Your domains').fill('early.com\nnot a domain');
    await field(page, /^Name/).focus();
    releaseThird();
    await expect(page.getByRole('button', { name: 'Next: Portfolio' })).toBeVisible();
    await expect(field(page, /^Name/)).toBeFocused();
    await expect(field(page, /^Name/)).toHaveValue('Ada Example');
    await continueTo(page, 'Portfolio');
    await expect(page.getByText('1 domain, 1 line isn’t a domain')).toBeVisible();
  });

  test('the button of a form that the browser has translated names the following step', async ({ page }) => {
    await page.goto(PATH);
    await triggerHydration(page);
    await translatePage(page);
    await fillPerson(page);
    await continueTo(page, 'Portfolio');

    await expect(page.getByRole('button', { name: /^Next: / })).toHaveText('Next: Traffic');
  });

  test('what was entered immediately before Back is saved in the draft', async ({ page }) => {
    await page.goto('/');
    await triggerHydration(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'RSOC for domains' }).press('Enter');
    await field(page, /^Name/).fill('Ada');
    await expect.poll(() => readDrafts(page)).toContain('Ada');
    await page.evaluate(() => {
      document.execCommand('insertText', false, ' Example');
      history.back();
    });
    await expect(page).toHaveTitle('Freehold');
    expect(await readDrafts(page)).toContain('Ada Example');
  });

  test('a step in another tab does not replace what was entered since, a draft survives a reload until it is discarded, and a file is added to the list', async ({
    page,
    context,
  }) => {
    await page.goto(PATH);
    await fillPerson(page);
    await continueTo(page, 'Portfolio');
    const other = await context.newPage();
    await other.goto(PATH);
    await other.getByRole('heading', { level: 1 }).hover();
    await field(other, 'Your domains').fill('other-tab.com');
    await expect.poll(() => readDrafts(page)).toContain('other-tab.com');
    await other.close();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(step(page, 'About you')).toBeFocused();
    await continueTo(page, 'Portfolio');
    expect(await readDrafts(page)).toContain('other-tab.com');

    await fillPortfolio(page, 'first-name.com\nnot a domain');
    await expect.poll(() => readDrafts(page)).toContain('first-name.com');
    const formToken = await page.locator('[name="formToken"]').inputValue();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(field(page, 'Your domains')).toBeVisible();
    // What marks repeats of a message stays the same.
    await expect(page.locator('[name="submissionId"]')).toHaveValue(formToken);
    await expect(field(page, 'Your domains')).toHaveValue('first-name.com\nnot a domain');
    await expect(checkbox(page, 'Travel')).toBeChecked();
    await expect(page.getByText('1 domain, 1 line isn’t a domain')).toBeVisible();

    page.once('dialog', (dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(field(page, 'Your domains')).toHaveValue('first-name.com\nnot a domain');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(step(page, 'About you')).toBeFocused();
    await expect(field(page, /^Name/)).toHaveValue('');
    await expect(page.locator('[name="submissionId"]')).toHaveValue('');
    await expect(page.getByText('1 domain, 1 line isn’t a domain')).toHaveCount(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(page.getByRole('button', { name: 'Next: Portfolio' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeHidden();
    await expect(field(page, /^Name/)).toHaveValue('');

    // A file is added to the list, up to 1 MB or 20,000 domains.
    await fillPerson(page);
    await continueTo(page, 'Portfolio');
    const file = page.getByLabel('Or upload your list');
    await file.setInputFiles(TABLE);
    await expect(page.getByText('3 lines from portfolio.csv added to the list.')).toBeVisible();
    await expect(page.getByText('2 domains, from the first column of the table')).toBeVisible();
    await expect(field(page, 'Your domains')).toHaveValue(/from-a-file-too\.com/);
    await file.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_048_577, 'a') });
    await expect(file).toHaveAccessibleDescription(/all\.txt is larger than 1 MB\./);
    await field(page, 'Your domains').fill('');
    const lines = Array.from({ length: 20_000 }, (_, index) => `name-${index}.com`).join('\n');
    await file.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
    await expect(page.getByText('20,000 domains', { exact: true })).toBeVisible();
  });
});
