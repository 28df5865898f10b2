import type { Page } from '@playwright/test';
import { deliveredWith, doubleClick, headerOf, sendAndWait, unique } from './mailbox.ts';
import { expect, holdRequests, tabTo, test } from './site.ts';

const SEND = 'Send message';

const ACCOUNT_FIELDS = [
  ['Number of domains', '1,200'],
  ['Uniques per month', 'about 40,000'],
  ['Sample domains', 'first-name.com\nsecond-name.com'],
  ['Where the traffic comes from', 'type-in and old links'],
  ['Where the domains are parked today', 'nowhere yet'],
] as const;

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const errorSummary = (page: Page) => page.locator('#answer');

const fillIn = async (page: Page, message: string): Promise<void> => {
  await field(page, 'Name').fill('Ada Example');
  await field(page, 'Email address').fill('ada@example.org');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('payments');
  await field(page, 'Company').fill('Example Ltd');
  await field(page, 'Message').fill(message);
};

// On a desktop with scripts, the test of the keyboard corrects and sends the form.
test('errors are summarised with links to the fields, no input is lost, and the message is then delivered once', {
  tag: ['@phone', '@html'],
}, async ({ page, javaScriptEnabled }) => {
  const message = unique('Where is the credit note for October?');
  await page.goto('/contact');
  await expect(page.locator('#form').getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
    'href',
    'mailto:support@example.com',
  );
  await field(page, 'Name').fill('Ada Example');
  await field(page, 'Email address').fill('ada@nowhere');
  await field(page, 'Message').fill('Too short');
  await page.getByRole('button', { name: SEND }).click();

  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page)).toBeInViewport();
  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Please enter an email address such as name@example.com.',
    'Please choose a topic.',
    'Please write at least 10 characters.',
  ]);
  if (!javaScriptEnabled) await expect(page).toHaveTitle('Error: Contact | Freehold');
  await expect(field(page, 'Name')).toHaveValue('Ada Example');
  await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid');
  await expect(field(page, 'Email address')).toHaveValue('ada@nowhere');
  await expect(field(page, 'Email address')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email address')).toHaveAccessibleDescription(
    'Please enter an email address such as name@example.com.',
  );
  const [topic, company] = await Promise.all(
    [page.getByRole('combobox', { name: 'Topic' }), field(page, 'Company')].map((control) => control.boundingBox()),
  );
  expect(company?.height, 'height of a valid field next to an invalid one').toBe(topic?.height);
  await errorSummary(page).getByRole('link', { name: 'Please choose a topic.' }).click();
  await expect(page.getByRole('combobox', { name: 'Topic' })).toBeFocused();

  await fillIn(page, message);
  const reference = await sendAndWait(page, SEND);
  await expect(page).toHaveTitle('Message sent | Freehold');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Quote it when you write about this message.')).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent');
  expect(posts).toEqual([]);
  const mails = await deliveredWith(message);
  expect(mails).toHaveLength(1);
  expect(headerOf(mails[0], 'x-reference')).toBe(reference);
  expect(headerOf(mails[0], 'x-captcha')).toBe(javaScriptEnabled ? 'verified' : 'absent');
  expect(mails[0]?.replyTo?.text).toContain('ada@example.org');
  for (const words of ['Payments', 'Example Ltd']) expect(mails[0]?.text).toContain(words);
});

test('“Open an account” leads to the form with the topic, the fields and the reply time of a new account', {
  tag: '@html',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Open an account' }).first().click();

  await expect(page).toHaveURL('/contact?topic=account#form');
  await expect(page.getByRole('heading', { name: 'Open an account' })).toBeInViewport();
  await expect(page.getByRole('combobox', { name: 'Topic' })).toHaveValue('account');
  await expect(field(page, 'Message')).toHaveValue('I’d like to open an account.');
  await expect(page.locator('#form')).toContainText('decide within 2 working days');
  for (const [name, value] of ACCOUNT_FIELDS) await field(page, name).fill(value);
  await page.getByRole('button', { name: SEND }).click();
  await expect(errorSummary(page).getByRole('link')).toHaveCount(2);
  for (const [name, value] of ACCOUNT_FIELDS) await expect(field(page, name)).toHaveValue(value);

  await field(page, 'Name').fill('Ada Example');
  await field(page, 'Email address').fill('ada@example.org');
  const message = unique('I’d like to open an account.');
  await field(page, 'Message').fill(message);
  await sendAndWait(page, SEND);
  const [mail] = await deliveredWith(message);
  expect(mail?.subject).toMatch(/^New account: Ada Example/);
  for (const [, value] of ACCOUNT_FIELDS) expect(mail?.text).toContain(value);
});

test('a link from an event prefills topic and message, and choosing another topic shows its fields and reply time', {
  tag: '@html',
}, async ({ page }) => {
  const topic = page.getByRole('combobox', { name: 'Topic' });
  await page.goto('/contact?event=long-tail-days-toronto');
  await expect(field(page, 'Message')).toHaveValue(/^I’d like to meet you at Long Tail Days/);
  await page.getByRole('button', { name: SEND }).click();

  await expect(errorSummary(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meet us at Long Tail Days, Toronto' })).toBeVisible();
  await expect(topic).toHaveValue('event');
  await expect(field(page, 'Message')).toHaveValue(/^I’d like to meet you at Long Tail Days/);
  await topic.selectOption('account');
  await expect(field(page, 'Sample domains')).toBeVisible();
  await topic.selectOption('abuse');
  await expect(field(page, 'Sample domains')).toBeHidden();
  await expect(page.locator('#form')).toContainText('decide within 3');
  await expect(field(page, 'Message')).toHaveAccessibleDescription(/^The domain, the full URL/);
});

test.describe('with scripts', { tag: '@scripts' }, () => {
  test('the form can be submitted and corrected with the keyboard, also in a browser without URL.canParse', {
    tag: '@journey',
  }, async ({ page }) => {
    const message = unique('Typed without a mouse.');
    await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
    await page.goto('/contact');
    await field(page, 'Name').focus();
    await page.keyboard.type('Ada Example');
    await page.keyboard.press('Enter');

    await expect(errorSummary(page)).toBeFocused();
    await expect(errorSummary(page)).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Tab');
    await expect(errorSummary(page).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Email address')).toBeFocused();
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.press('n');
    await tabTo(page, 'Message');
    await page.keyboard.type(message);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: SEND })).toBeFocused();
    await sendAndWait(page, SEND);
    expect((await deliveredWith(message))[0]?.text).toContain('New account');
  });

  test('valid input clears its error, leaving while sending needs a confirmation, a failure keeps the input, and a double click sends once', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/status of 503|net::ERR_FAILED/);
    const message = unique('Through a tunnel.');
    await page.goto('/contact');
    await field(page, 'Name').focus();
    // Before hydration the form would be submitted natively.
    await page.locator('html[data-hydrated]').waitFor();
    await page.getByRole('button', { name: SEND }).click();
    await expect(errorSummary(page).getByRole('link')).toHaveCount(4);
    await field(page, 'Name').fill('Ada Example');
    await expect(errorSummary(page).getByRole('link')).toHaveCount(3);
    await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid');

    await fillIn(page, message);
    const release = await holdRequests(page, '**/mail/send', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, statusMessage: 'Please try again in a minute.' } }),
    );
    await page.getByRole('button', { name: SEND }).click();
    const pending = page.getByRole('button', { name: 'Sending…' });
    await expect(pending).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('status').filter({ hasText: 'Checking and sending your message' })).toBeVisible();
    await expect(pending).toBeFocused();
    const [question] = await Promise.all([
      page.waitForEvent('dialog'),
      page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'FAQ' })
        .evaluate((link: HTMLElement) => void setTimeout(() => link.click())),
    ]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    release();
    await expect(errorSummary(page)).toContainText('Please try again in a minute.');

    await page.unroute('**/mail/send');
    await page.route('**/mail/send', (route) => route.abort());
    await page.getByRole('button', { name: SEND }).click();
    await expect(errorSummary(page)).toContainText('We couldn’t reach the server');
    await expect(errorSummary(page).getByRole('link', { name: 'support@example.com' })).toBeVisible();
    await expect(errorSummary(page)).toBeFocused();
    await expect(field(page, 'Message')).toHaveValue(message);

    await page.unroute('**/mail/send');
    const posts: string[] = [];
    page.on('request', (request) => request.url().endsWith('/mail/send') && posts.push(request.method()));
    await doubleClick(page, SEND);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent');
    expect(posts).toEqual(['POST']);
    expect(await deliveredWith(message)).toHaveLength(1);
  });

  test('a press of the button counts, although errors above it disappear in the meantime', async ({ page }) => {
    // A smooth scroll to the last field could move the button away between `hover` and `down`.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/contact');
    await field(page, 'Name').focus();
    await page.locator('html[data-hydrated]').waitFor();
    const button = page.getByRole('button', { name: SEND });
    await button.click();
    await expect(errorSummary(page).getByRole('link')).toHaveCount(4);
    await page.clock.pauseAt(Date.now() + 60_000);
    await fillIn(page, unique('In a hurry.'));
    await page.route('**/mail/send', () => undefined);
    await button.hover();
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await expect(errorSummary(page).getByRole('link')).toHaveCount(4);
    await page.mouse.up();

    await expect(page.getByRole('button', { name: 'Sending…' })).toBeFocused();
  });
});
