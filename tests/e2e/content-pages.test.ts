import { expect, test } from './site.ts';

const PAGES = [
  { path: '/solutions', title: 'Solutions', heading: 'Six services, one account' },
  { path: '/about-us', title: 'About us', heading: 'Domains, and nothing else' },
  { path: '/contact', title: 'Contact', heading: 'Write to a person' },
  { path: '/news', title: 'News', heading: 'What has changed' },
  { path: '/events', title: 'Events', heading: 'Where to meet us' },
  { path: '/privacy-policy', title: 'Privacy policy', heading: 'Privacy policy' },
  { path: '/agb.php', title: 'Terms and conditions', heading: 'Terms and conditions' },
  { path: '/imprint', title: 'Imprint', heading: 'Imprint' },
  { path: '/nameserver-setup', title: 'Nameserver setup', heading: 'Point a domain at us' },
  { path: '/portfolio-audit', title: 'Portfolio audit', heading: 'Get your portfolio audited' },
] as const;

for (const { path, title, heading } of PAGES) {
  test(`${path} has a title, one h1, no skipped heading levels, unique ids and no broken anchors`, async ({ page }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | Freehold`);
    await expect(page.locator('h1')).toHaveText([heading]);
    await expect(page.getByRole('main')).toHaveCount(1);
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);

    const { missing, duplicates } = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      const anchors = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')]
        .filter(({ pathname }) => pathname === location.pathname)
        .map(({ hash }) => decodeURIComponent(hash.slice(1)));
      return {
        missing: anchors.filter((anchor) => !ids.includes(anchor)),
        duplicates: ids.filter((id, index) => ids.indexOf(id) !== index),
      };
    });

    expect({ missing, duplicates }).toEqual({ missing: [], duplicates: [] });
  });
}

test('no content page scrolls horizontally at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    ...PAGES.map(({ path }) => path),
    '/what-a-for-sale-banner-costs',
    '/events/long-tail-days-toronto',
  ]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

test('the index of the solutions links to the sections of the page', async ({ page }) => {
  await page.goto('/solutions');
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(links).toHaveCount(6);
  await links.last().click();

  await expect(page).toHaveURL('/solutions#api');
  await expect(page.getByRole('heading', { name: 'Automate what you like' })).toBeInViewport();
});

test('a popup opens and closes without a script', async ({ page }) => {
  await page.goto('/nameserver-setup');
  const dialog = page.getByRole('dialog', { name: 'Three commands that tell you where a domain points' });
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Check it yourself' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Check it yourself' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('on a phone, table rows look like cards but are exposed to screen readers as a table', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, header, value] of [
    ['/solutions', 'Goes to', '4 Tier2 search feeds, 7 zero-click networks'],
    ['/what-a-for-sale-banner-costs', 'Uniques', '5,700,000'],
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
});

test('a table that is too wide scrolls horizontally and is focusable', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 640 });
  await page.goto('/solutions');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const table = page.getByRole('region', { name: 'Tier1 and Tier2 name the feed' });

  await expect(table).toHaveAttribute('tabindex', '0');
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await expect(table.getByRole('rowheader').first()).toHaveText('Type-in visitors, new account');
});

test('the footer and the contact page have the telephone number and its hours', async ({ page }) => {
  await page.goto('/contact');

  for (const area of [page.getByRole('complementary'), page.getByRole('contentinfo')]) {
    await expect(area.getByRole('link', { name: '+49 40 66969 120' })).toHaveAttribute('href', 'tel:+494066969120');
    await expect(area.getByText('Monday to Friday, 08:00 to 18:00 German time')).toBeVisible();
  }
});

test('the contact page has an email address and a link to the FAQ', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');

  await expect(main.getByRole('link', { name: 'support@example.com' }).first()).toHaveAttribute(
    'href',
    /^mailto:support@example\.com/,
  );
  await main.getByRole('link', { name: 'Read the FAQ' }).click();
  await expect(page).toHaveURL('/faq');
});

test('a page with a dedicated route is not served at its slug', async ({ page }) => {
  const response = await page.goto('/agb');

  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('404 - Page Not Found: /agb');
});

for (const path of ['/no-such-page', '/%E2%98%83', '/a%20b', '/-%21-']) {
  test(`${path} returns 404`, async ({ page }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(/^404 - Page not found: /);
  });
}

test('the block catalogue is not served in production', async ({ page }) => {
  const response = await page.goto('/_blocks');

  expect(response?.status()).toBe(404);
});
