import { expect, test } from './site.ts';

const UNKNOWN = ['/no-such-page', '/no/such/page', '/faq/nothing', '/wp-login.php', '/.env', '/404'];

for (const path of UNKNOWN) {
  test(`${path} returns the error page with status 404`, async ({ page }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(`404 - Page not found: ${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uhm... sorry, 404');
    await expect(page.getByRole('main')).toContainText(
      "The requested page doesn't exist. Probably never did? Check your spelling and bookmarks",
    );
    await expect(page.getByRole('main')).toContainText('or contact us:');
    const mail = page.getByRole('main').getByRole('link', { name: 'support@example.com' });
    await expect(mail).toHaveAttribute('href', 'mailto:support@example.com?subject=Freehold%20Website%20-%20support');
  });
}

test('the title of a 404 page includes the query of the URL', async ({ page }) => {
  await page.goto('/no-such-page?from=forum');

  await expect(page).toHaveTitle('404 - Page not found: /no-such-page?from=forum');
});

test('an error page links to the home page', async ({ page }) => {
  await page.goto('/no-such-page');
  await page.getByRole('link', { name: 'Back to home page' }).click();

  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Elevate your domain's monetization potential");
});

test('an error page has no canonical URL and is not indexed', async ({ page }) => {
  await page.goto('/no-such-page');

  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
});
