import type { Page } from '@playwright/test';
import { deliveredWith, headerOf, rejectCookies, sendAndWait, unique } from './mailbox.ts';
import { expect, holdRequests, renderAllSections, test } from './site.ts';

const PATH = '/RSOC-for-domains-application';
const SEND = 'Send application';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name });
const errorSummary = (page: Page) => page.locator('#answer');
const step = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(`^${name} step`) });

/** With scripts the form is shown step by step; without them all steps are shown at once. */
const continueTo = async (page: Page, name: string, hasSteps: boolean): Promise<void> => {
  if (!hasSteps) return;
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
test.beforeEach(({ context }) => rejectCookies(context));

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

const fillContent = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Please write them' }).check();
  await page.getByRole('radio', { name: 'I’ve never had one' }).check();
};

const fillStatements = async (page: Page, remarks: string): Promise<void> => {
  await field(page, 'Anything else').fill(remarks);
  await checkbox(page, 'I have the right').check();
  await checkbox(page, 'I agree to the terms').check();
};

const fillIn = async (page: Page, list: string, remarks: string, hasSteps: boolean): Promise<void> => {
  await fillPerson(page);
  await continueTo(page, 'Portfolio', hasSteps);
  await fillPortfolio(page, list);
  await continueTo(page, 'Traffic', hasSteps);
  await fillTraffic(page);
  await continueTo(page, 'Content and AdSense', hasSteps);
  await fillContent(page);
  await continueTo(page, 'Confirm and send', hasSteps);
  await fillStatements(page, remarks);
};

test('an application is stored, and delivered with its domains', { tag: ['@phone', '@journey'] }, async ({
  page,
  javaScriptEnabled,
}) => {
  const remarks = unique('Please begin with the second.');
  await page.goto(PATH);
  await fillIn(page, 'first-name.com\nbücher-regal.de\nfirst-name.com', remarks, javaScriptEnabled ?? true);
  const reference = await sendAndWait(page, SEND);

  await expect(page).toHaveTitle('Application received | Freehold');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Stages of the application' }).locator('[aria-current]')).toContainText(
    'Answer',
  );
  const [mail, ...others] = await deliveredWith(remarks);
  expect(others).toEqual([]);
  expect(headerOf(mail, 'x-reference')).toBe(reference);
  for (const words of ['Germany, Austria', '4,000', 'Travel', 'Type-in']) expect(mail?.text).toContain(words);
  const fullText = [mail?.text, ...(mail?.attachments ?? []).map(({ content }) => content.toString())].join('\n');
  for (const domain of ['first-name.com', 'xn--bcher-regal-thb.de']) expect(fullText).toContain(domain);
});

test('invalid lines of the domain list are shown with a reason and can be skipped', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasSteps = javaScriptEnabled ?? true;
  const list = 'first-name.com\nnot a domain\nwww.second-name.net/page\nada@example.org';
  const remarks = unique('Leave them out.');
  await page.goto(PATH);
  await fillPerson(page);
  await continueTo(page, 'Portfolio', hasSteps);
  await fillPortfolio(page, list);
  if (hasSteps) {
    await expect(page.getByText('2 domains, 1 entry shortened to the domain, 2 lines aren’t domains')).toBeVisible();
    await page.getByRole('button', { name: 'Next: Traffic' }).click();
  } else {
    await fillTraffic(page);
    await fillContent(page);
    await fillStatements(page, remarks);
    await page.getByRole('button', { name: SEND }).click();
  }

  await expect(errorSummary(page).getByRole('link')).toHaveText([/^2 lines aren’t domains\. Line 2: /]);
  const rejected = page.getByRole('table', { name: 'Lines that aren’t domains' }).getByRole('row');
  await expect(rejected.nth(1)).toHaveText(/2\s*not a domain\s*No extension such as \.com\./);
  await expect(rejected.nth(2)).toHaveText(/4\s*ada@example\.org\s*An email address isn’t a domain\./);
  await expect(field(page, 'Your domains')).toHaveValue(list);
  await checkbox(page, 'Skip lines').check();
  if (hasSteps) return continueTo(page, 'Traffic', hasSteps);
  await sendAndWait(page, SEND);
  expect(await deliveredWith(remarks)).toHaveLength(1);
});

test('the domain list can be uploaded as a file', async ({ page, javaScriptEnabled }) => {
  const remarks = unique('From a table.');
  await page.goto(PATH);
  await fillPerson(page);
  await continueTo(page, 'Portfolio', javaScriptEnabled ?? true);
  await fillPortfolio(page, '');
  const file = page.getByLabel('Or upload your list');
  await file.setInputFiles({
    name: 'portfolio.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('domain;price\r\nfrom-a-file.com;10\r\nfrom-a-file-too.com;20\r\n'),
  });
  if (javaScriptEnabled ?? true) {
    await expect(page.getByText('3 lines from portfolio.csv added to the list.')).toBeVisible();
    await expect(page.getByText('2 domains, from the first column of the table')).toBeVisible();
    await expect(field(page, 'Your domains')).toHaveValue(/from-a-file-too\.com/);
    await file.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_048_577, 'a') });
    await expect(file).toHaveAccessibleDescription(/all\.txt is larger than 1 MB\./);
    await field(page, 'Your domains').fill('');
    const lines = Array.from({ length: 20_000 }, (_, index) => `name-${index}.com`).join('\n');
    await file.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
    await expect(page.getByText('20,000 domains', { exact: true })).toBeVisible();
    return;
  }
  await fillTraffic(page);
  await fillContent(page);
  await fillStatements(page, remarks);
  await field(page, 'Email address').fill('');
  await page.getByRole('button', { name: SEND }).click();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(1);
  // The browser does not choose the file again.
  await expect(field(page, 'Your domains')).toHaveValue(/from-a-file-too\.com/);
  await field(page, 'Email address').fill('ada@example.org');
  await sendAndWait(page, SEND);

  const [mail] = await deliveredWith(remarks);
  const fullText = [mail?.text, ...(mail?.attachments ?? []).map(({ content }) => content.toString())].join('\n');
  expect(fullText).toContain('from-a-file-too.com');
});

test('all missing fields are listed in form order, and the error of a radio group does not shift it', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(PATH);
  const group = page.getByRole('radiogroup', { name: 'Are you a customer?' });
  const before = await group.getByText('Not yet').boundingBox();
  const name = javaScriptEnabled ? 'Next: Portfolio' : SEND;
  // With scripts each step is validated separately, and the buttons of the steps appear on hydration.
  if (javaScriptEnabled) await field(page, /^Name/).focus();
  await page.getByRole('button', { name }).click();

  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(javaScriptEnabled ? 4 : 16);
  await expect(errorSummary(page).getByRole('link').first()).toHaveText('Please enter your name.');
  expect(await isInFormOrder(page)).toBe(true);
  expect((await group.getByText('Not yet').boundingBox())?.x).toBe(before?.x);
  const iconOf = (text: string) => page.locator('p', { hasText: text }).locator('svg').boundingBox();
  expect(await iconOf('Please enter your name.')).toMatchObject({ width: 20, height: 20 });
  expect(await iconOf('Please say whether you’re a customer.')).toMatchObject({ width: 20, height: 20 });
  await errorSummary(page).getByRole('link', { name: 'Please say whether you’re a customer.' }).click();
  await expect(page.getByRole('radio', { name: 'Yes' }).first()).toBeFocused();
});

test('conditional fields appear with their condition, and those that are required are listed in form order', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasSteps = javaScriptEnabled ?? true;
  await page.goto(PATH);
  await fillPerson(page);
  await expect(field(page, 'Account number')).toBeHidden();
  await page.getByRole('radio', { name: 'Yes' }).first().check();
  await expect(field(page, 'Account number')).toBeVisible();
  await continueTo(page, 'Portfolio', hasSteps);
  await fillPortfolio(page, 'first-name.com');
  await continueTo(page, 'Traffic', hasSteps);
  await fillTraffic(page);
  await expect(field(page, 'Networks you buy visitors from')).toBeHidden();
  await checkbox(page, 'Paid').check();
  await expect(field(page, 'Networks you buy visitors from')).toBeVisible();
  await checkbox(page, 'Paid').uncheck();
  await expect(field(page, 'Networks you buy visitors from')).toBeHidden();
  await checkbox(page, 'Paid').check();
  await field(page, 'Networks you buy visitors from required if you buy traffic').fill('A network');
  await continueTo(page, 'Content and AdSense', hasSteps);
  await fillContent(page);
  await continueTo(page, 'Confirm and send', hasSteps);
  await expect(checkbox(page, 'the exact text of every ad before it runs. required if you buy traffic')).toBeVisible();
  await page.getByRole('button', { name: SEND }).click();

  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Please agree to send us the exact text of every ad.',
    /^Please confirm that you have the right/,
    /^Please agree to the terms/,
  ]);
  expect(await isInFormOrder(page)).toBe(true);
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('Enter continues to the next step, and going two steps forward and back loses no input', {
    tag: '@journey',
  }, async ({ page }) => {
    await page.goto(PATH);
    await fillPerson(page);
    await field(page, /^Name/).press('Enter');
    await expect(step(page, 'Portfolio')).toBeFocused();
    await fillPortfolio(page, 'first-name.com');
    await continueTo(page, 'Traffic', true);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(step(page, 'Portfolio')).toBeFocused();
    await expect(field(page, 'Your domains')).toHaveValue('first-name.com');
    await page
      .getByRole('navigation', { name: 'Steps of the form' })
      .getByRole('button', { name: 'About you' })
      .click();

    await expect(step(page, 'About you')).toBeFocused();
    await expect(field(page, /^Name/)).toHaveValue('Ada Example');
    await expect(page.getByRole('radio', { name: 'Not yet' })).toBeChecked();
    await continueTo(page, 'Portfolio', true);
    await continueTo(page, 'Traffic', true);
  });

  test('the second click of a double click on the button to the next step is ignored', async ({ page }) => {
    await page.goto(PATH);
    await fillPerson(page);
    await continueTo(page, 'Portfolio', true);
    await page.getByRole('button', { name: 'Next: Traffic' }).dispatchEvent('click', { detail: 2 });
    await field(page, 'Number of domains').fill('3');

    await expect(errorSummary(page)).toBeHidden();
  });

  test('a step in another tab does not replace what was entered since', async ({ page, context }) => {
    const readDrafts = () => page.evaluate(() => Object.values(localStorage).join());
    await page.goto(PATH);
    await fillPerson(page);
    await continueTo(page, 'Portfolio', true);
    const other = await context.newPage();
    await other.goto(PATH);
    await other.getByRole('heading', { level: 1 }).hover();
    await field(other, 'Your domains').fill('other-tab.com');
    await expect.poll(readDrafts).toContain('other-tab.com');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(step(page, 'About you')).toBeFocused();
    await continueTo(page, 'Portfolio', true);

    expect(await readDrafts()).toContain('other-tab.com');
    await field(page, 'Your domains').fill('this-tab.com');
    await expect.poll(readDrafts).toContain('this-tab.com');
  });

  test('a draft survives a reload until it is discarded', async ({ page }) => {
    await page.goto(PATH);
    await fillPerson(page);
    await continueTo(page, 'Portfolio', true);
    await fillPortfolio(page, 'first-name.com\nnot a domain');
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
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
  });

  test('a restored draft does not hide the field that was focused before hydration', async ({ page }) => {
    await page.goto(PATH);
    await fillPerson(page);
    await continueTo(page, 'Portfolio', true);
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    const release = await holdRequests(page, '**/entry.browser-*.js');
    // The `load` event may wait for the delayed chunk.
    await page.reload({ waitUntil: 'domcontentloaded' });
    await field(page, /^Name/).focus();
    release();

    await expect(page.getByRole('button', { name: 'Next: Portfolio' })).toBeVisible();
    await expect(field(page, /^Name/)).toBeFocused();
    await expect(field(page, /^Name/)).toHaveValue('Ada Example');
  });

  test('the first fields stay in their place when the form is split into steps', async ({ page }) => {
    const topOfName = () => field(page, /^Name/).evaluate((input) => input.getBoundingClientRect().top);
    await page.goto(PATH);
    // A section that comes near the window gets its real height late, which would move the fields, too.
    await renderAllSections(page);
    await field(page, /^Name/).scrollIntoViewIfNeeded();
    const before = await topOfName();
    await field(page, /^Name/).hover();
    await expect(page.getByRole('button', { name: 'Next: Portfolio' })).toBeVisible();

    expect(Math.abs((await topOfName()) - before)).toBeLessThan(2);
  });

  test('input before hydration is saved as a draft, and does not overwrite an earlier one', async ({ page }) => {
    const readDrafts = () => page.evaluate(() => Object.values(localStorage).join());
    const holdHydration = () => holdRequests(page, '**/entry.browser-*.js');
    const releaseFirst = await holdHydration();
    await page.goto(PATH);
    await field(page, /^Name/).fill('Ada Early');
    expect(await readDrafts()).toBe('');
    releaseFirst();
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
    expect(await readDrafts()).toContain('Ada Early');

    const releaseSecond = await holdHydration();
    // The `load` event may wait for the delayed chunk.
    await page.reload({ waitUntil: 'domcontentloaded' });
    await field(page, /^Company/).fill('Lovelace Ltd');
    releaseSecond();
    await expect(field(page, /^Name/)).toHaveValue('Ada Early');
    await expect(field(page, /^Company/)).toHaveValue('Lovelace Ltd');
    await expect.poll(readDrafts).toContain('Lovelace Ltd');
    expect(await readDrafts()).toContain('Ada Early');
  });

  test('after a connection error and a double click the application is sent once, and its draft is deleted', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/net::ERR_FAILED/);
    const remarks = unique('Once, please.');
    await page.goto(PATH);
    await fillIn(page, 'first-name.com', remarks, true);
    const readDrafts = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(readDrafts).toContain(remarks);
    for (const name of ['captcha', 'formToken', 'referralCode', '$ACTION'])
      expect(await readDrafts()).not.toContain(name);
    await page.route('**/mail/send', (route) => route.abort());
    await page.getByRole('button', { name: SEND }).click();
    await expect(errorSummary(page)).toContainText('We couldn’t reach the server');
    await expect(field(page, 'Anything else')).toHaveValue(remarks);
    await page.unroute('**/mail/send');
    await page.getByRole('button', { name: SEND }).dblclick();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application received');
    expect(await deliveredWith(remarks)).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});
