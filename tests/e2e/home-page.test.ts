import { expect, test } from './site.ts';

test('the sections of the home page have the order and the fixed texts of the specification', async ({ page }) => {
  await page.goto('/');

  await expect(page).toHaveTitle('Freehold');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Elevate your domain's monetization potential");
  const content = await page.getByRole('main').innerText();
  const texts = [
    "Elevate your domain's monetization potential",
    'WHO WE ARE',
    'Unapologetically domain-focused',
    'OUR PLATFORM',
    'Discover the Freehold platform',
    'SUGGESTION',
    'The visitors',
    'INTERFACE',
    'You',
    'FEATURES',
    'Monetization',
    'Management & Reporting',
    'Commission-free domain sales',
    'Explore more FAQs',
  ];
  let read = 0;
  for (const text of texts) {
    const found = content.indexOf(text, read);
    expect(found, `"${text}" after "${content.slice(read - 40, read)}"`).toBeGreaterThanOrEqual(0);
    read = found + text.length;
  }
});

test('the hero has three points', async ({ page }) => {
  await page.goto('/');

  const hero = page
    .getByRole('main')
    .locator('section, header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect(hero.getByRole('listitem')).toHaveCount(3);
});

test('all images of the home page load, in a reserved space', async ({ page }) => {
  await page.goto('/');

  const pictures = page.getByRole('main').locator('img');
  const count = await pictures.count();
  expect(count).toBeGreaterThanOrEqual(5);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(picture).toHaveAttribute('width', /^\d+$/);
    await expect(picture).toHaveAttribute('height', /^\d+$/);
    await expect(picture).toHaveAttribute('alt');
  }
});

test('the questions of the home page come from the content system, with the first one open', async ({ page }) => {
  await page.goto('/');

  const questions = page.getByRole('main').locator('details');
  expect(await questions.count()).toBeGreaterThanOrEqual(4);
  await expect(questions.first()).toHaveAttribute('open');
  await expect(questions.nth(1)).not.toHaveAttribute('open');
  await questions.nth(1).locator('summary').click();
  await expect(questions.nth(1)).toHaveAttribute('open');
  const content = await page.getByRole('main').innerText();
  const last = await questions.last().locator('summary').innerText();
  expect(content.indexOf('Explore more FAQs'), 'the way to all of them').toBeGreaterThan(content.indexOf(last));
});

test('the questions of the home page link to the FAQ', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Explore more FAQs' }).click();

  await expect(page).toHaveURL('/faq');
  await expect(page).toHaveTitle('FAQ | Freehold');
});

test('the home page shows testimonials', async ({ page }) => {
  await page.goto('/');

  expect(await page.getByRole('main').locator('blockquote').count()).toBeGreaterThanOrEqual(3);
});

test('no page scrolls horizontally at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/faq', '/faq?q=payout', '/no-such-page']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});
