import { setFontSize } from './page-checks.ts';
import { expect, hideCookieBanner, test } from './site.ts';

const NAVIGATION = ['Solutions', 'About us', 'News', 'Events', 'FAQ', 'Contact'];

test("the first tab stop is a link to the content, and a page follows the system's colour scheme", {
  tag: '@html',
}, async ({ page }) => {
  await page.goto('/faq');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveText(/skip to/i);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  for (const [colorScheme, background] of [
    ['light', 'rgb(247, 245, 240)'],
    ['dark', 'rgb(13, 15, 18)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('body')).toHaveCSS('background-color', background);
  }
  await expect(page.getByRole('contentinfo').getByText('Theme', { exact: true }), 'theme switch').toBeHidden();
});

test('the navigation has all links and marks the current page, on a phone in a menu', {
  tag: ['@phone', '@journey'],
}, async ({ page, isMobile }) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  const navigation = banner.getByRole('navigation');
  if (isMobile) {
    // The menu opens and closes with the keyboard, too.
    await banner.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(banner.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(navigation.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(banner.getByRole('button', { name: 'Menu' })).toBeFocused();
    await banner.getByText('Menu', { exact: true }).click();
  }

  for (const name of NAVIGATION) await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible();
  await navigation.getByRole('link', { name: 'FAQ', exact: true }).click();
  await expect(page).toHaveURL('/faq');
  if (isMobile) await banner.getByText('Menu', { exact: true }).click();
  await expect(banner.getByRole('link', { name: 'FAQ', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('a phone whose browser has no popovers shows the menu on the page, which scrolls it away', {
  tag: '@html',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.route(/\/solutions$|\.css$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replaceAll(' popover=', ' data-popover=').replaceAll(':popover-open', ':unknown');
    await route.fulfill({ response, body });
  });
  await page.goto('/solutions');
  const banner = page.getByRole('banner');

  await expect(banner.getByRole('navigation')).toHaveCSS('opacity', '1');
  for (const name of NAVIGATION) await expect(banner.getByRole('link', { name, exact: true })).toBeInViewport();
  await expect(banner.getByRole('button')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(banner).not.toBeInViewport();
});

test('a popup opens and closes with the pointer and the keyboard, and restores the focus', {
  tag: '@journey',
}, async ({ page }) => {
  await hideCookieBanner(page);
  await page.goto('/nameserver-setup');
  const opener = page.getByRole('button', { name: 'Check it yourself' });
  const dialog = page.getByRole('dialog', { name: 'Three commands that tell you where a domain points' });
  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await opener.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a wide table scrolls or looks like cards, and remains a table for screen readers; a long line of code scrolls', {
  tag: '@html',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, header, value] of [
    ['/what-a-for-sale-banner-costs', 'Uniques', '5,700,000'],
    ['/solutions', 'Goes to', '4 Tier2 search feeds, 7 zero-click networks'],
  ] as const) {
    await page.goto(path);
    const region = page
      .getByRole('region')
      .filter({ has: page.getByRole('table') })
      .first();
    expect(await region.evaluate((box) => box.scrollWidth <= box.clientWidth), path).toBe(true);
    await expect(region.getByRole('columnheader', { name: header, exact: true })).toHaveCount(1);
    const cell = region.getByRole('cell', { name: value });
    await expect(cell.first()).toBeVisible();
    expect(await cell.first().evaluate((box) => getComputedStyle(box, '::before').content), path).toContain(header);
  }

  await page.setViewportSize({ width: 800, height: 640 });
  await setFontSize(page, '200%');
  const table = page.getByRole('region', { name: 'Tier1 and Tier2 name the feed' });
  await expect(table).toHaveAttribute('tabindex', '0');
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await expect(table.getByRole('rowheader').first()).toHaveText('Type-in visitors, new account');

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/faq');
  const answer = page.getByRole('main').locator('details p').first();
  await answer.evaluate((paragraph) => {
    const code = document.createElement('pre');
    code.textContent = '<div class="wide">'.repeat(20);
    paragraph.after(code);
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'with a line of code').toBe(320);
});

test('a page looks the same whichever of its style sheets comes first', { tag: '@html' }, async ({ page }) => {
  const readStyles = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')].map((element) => {
        const { color, fontWeight, padding } = getComputedStyle(element);
        return `${element.tagName} ${element.className}: ${color}, ${fontWeight}, ${padding}`;
      }),
    );
  await page.goto('/RSOC-for-domains-application');
  const expected = await readStyles();
  await page.route('**/RSOC-for-domains-application', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const sheets = html.match(/<link[^>]*data-precedence[^>]*>/g) ?? [];
    expect(sheets.length).toBeGreaterThan(1);
    const rest = sheets.reduce((text, sheet) => text.replace(sheet, ''), html);
    await route.fulfill({ response, body: rest.replace('<head>', `<head>${sheets.reverse().join('')}`) });
  });
  await page.reload();

  expect(await readStyles()).toEqual(expected);
});
