import { expect, test } from './site.ts';

const NAVIGATION = ['Solutions', 'About us', 'News', 'Events', 'FAQ', 'Contact'];

test('the first tab stop is a link to the content', { tag: '@html' }, async ({ page }) => {
  await page.goto('/faq');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toHaveText(/skip to/i);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('main')).toBeFocused();
});

test('the navigation has all links and marks the current page, on a phone in a menu', {
  tag: ['@phone', '@journey'],
}, async ({ page, isMobile }) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  if (isMobile) await banner.getByText('Menu', { exact: true }).click();

  const navigation = banner.getByRole('navigation');
  for (const name of NAVIGATION) await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible();
  await navigation.getByRole('link', { name: 'FAQ', exact: true }).click();
  await expect(page).toHaveURL('/faq');
  if (isMobile) await banner.getByText('Menu', { exact: true }).click();
  await expect(banner.getByRole('link', { name: 'FAQ', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('the footer links to email, privacy policy, terms and cookie settings', { tag: '@html' }, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');

  await expect(footer.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
    'href',
    /^mailto:support@example\.com/,
  );
  await expect(footer.getByRole('link', { name: /privacy/i })).toHaveAttribute('href', '/privacy-policy');
  await expect(footer.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/agb.php');
  await expect(footer.getByRole('link', { name: /cookie settings/i })).toBeVisible();
});

test("a page follows the system's colour scheme", { tag: '@html' }, async ({ page }) => {
  await page.goto('/');
  for (const [colorScheme, background] of [
    ['light', 'rgb(247, 245, 240)'],
    ['dark', 'rgb(13, 15, 18)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('body')).toHaveCSS('background-color', background);
  }
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
