import { expect, renderAllSections, test } from './site.ts';

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

test('a long line of code in an answer does not make the page wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await renderAllSections(page);
  const answer = page.getByRole('main').locator('details p').first();
  await answer.evaluate((paragraph) => {
    const code = document.createElement('pre');
    code.textContent = '<div class="wide">'.repeat(20);
    paragraph.after(code);
  });

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
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
