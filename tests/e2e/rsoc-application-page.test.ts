import { expect, test } from './site.ts';

const PATH = '/RSOC-for-domains-application';

test('the application has its own layout with stages and help but without the main navigation', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(PATH);

  await expect(page).toHaveTitle('RSOC for domains application | Freehold');
  await expect(page.locator('h1')).toHaveText(['RSOC for domains']);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ask us first' })).toHaveAttribute(
    'href',
    '/contact',
  );
  const stages = page.getByRole('list', { name: 'Stages of the application' }).getByRole('listitem');
  await expect(stages).toHaveCount(5);
  await expect(stages.first()).toHaveAttribute('aria-current', 'step');
  for (const name of ['Privacy policy', 'Terms', 'Imprint']) {
    await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toBeVisible();
  }
});

test('the page lists the requirements in sections without numbers, and links to the form', async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Who it’s for' })).toBeVisible();
  // No index links to the sections.
  await expect(page.getByRole('main').getByText(/^P\d+$/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Fill in the application' }).click();

  await expect(page).toHaveURL(`${PATH}#apply`);
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeInViewport();
});

test('solutions and FAQ link to the comparison of parking and RSOC', async ({ page }) => {
  for (const path of ['/solutions', '/faq']) {
    await page.goto(path);
    const link = page.locator(`main a[href^="${PATH}#block"]`).first();
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(page.getByRole('heading', { name: 'Parking or RSOC' }), path).toBeInViewport();
  }
});

test('the path in lower case redirects to the canonical one', async ({ page }) => {
  await page.goto(PATH.toLowerCase());

  await expect(page).toHaveURL(PATH);
});
