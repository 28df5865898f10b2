import { expect, renderAllSections, test } from './site.ts';

test('the home page has the required sections and fixed texts, in order, and an index with their numbers', async ({
  page,
}) => {
  await page.goto('/');

  await expect(page).toHaveTitle('Freehold');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Elevate your domain's monetization potential");
  await renderAllSections(page);
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
  let position = 0;
  for (const text of texts) {
    const found = content.indexOf(text, position);
    expect(found, `"${text}" after "${content.slice(position - 40, position)}"`).toBeGreaterThanOrEqual(0);
    position = found + text.length;
  }
  const hero = page
    .getByRole('main')
    .locator('section, header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect(hero.getByRole('listitem')).toHaveCount(3);
  expect(await page.getByRole('main').locator('blockquote').count(), 'testimonials').toBeGreaterThanOrEqual(3);

  const index = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(index).toHaveCount(5);
  for (const [number, link] of (await index.all()).entries()) {
    const id = (await link.getAttribute('href')) ?? '';
    await expect(link).toContainText(`P${number + 1}`);
    await expect(page.locator(`section:has(${id})`).getByText(`P${number + 1}`, { exact: true })).toHaveCount(1);
  }
});

test('all images of the home page load, and have dimensions and alternative text', {
  tag: ['@phone', '@journey'],
}, async ({ page }) => {
  await page.goto('/');

  const images = page.getByRole('main').locator('img');
  expect(await images.count()).toBeGreaterThanOrEqual(5);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await expect(image).toHaveAttribute('width', /^\d+$/);
    await expect(image).toHaveAttribute('height', /^\d+$/);
    await expect(image).toHaveAttribute('alt');
  }
});

test('the questions of the home page can be opened, the first one is open, and a link leads to all of them', async ({
  page,
}) => {
  await page.goto('/');

  const questions = page.getByRole('main').locator('details');
  expect(await questions.count()).toBeGreaterThanOrEqual(4);
  await expect(questions.first()).toHaveAttribute('open');
  await expect(questions.nth(1)).not.toHaveAttribute('open');
  await questions.nth(1).locator('summary').click();
  await expect(questions.nth(1)).toHaveAttribute('open');
  await renderAllSections(page);
  const content = await page.getByRole('main').innerText();
  const last = await questions.last().locator('summary').innerText();
  expect(content.indexOf('Explore more FAQs'), 'link to the FAQ after the last question').toBeGreaterThan(
    content.indexOf(last),
  );
  await page.getByRole('link', { name: 'Explore more FAQs' }).click();

  await expect(page).toHaveURL('/faq');
  await expect(page).toHaveTitle('FAQ | Freehold');
});
