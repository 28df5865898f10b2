import type { Locator } from '@playwright/test';
import { expect, test } from './site.ts';

const instantsOf = (region: Locator) =>
  region
    .getByRole('listitem')
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));

test('upcoming events are listed soonest first, past events latest first', async ({ page }) => {
  await page.goto('/events');
  const now = new Date().toISOString();
  const upcoming = await instantsOf(page.locator('section[aria-labelledby=upcoming]'));
  const past = await instantsOf(page.locator('section[aria-labelledby=past]'));

  expect(upcoming.length + past.length).toBe(8);
  expect(upcoming).toEqual([...upcoming].sort());
  expect(past).toEqual([...past].sort().toReversed());
  for (const start of past) expect(start < now, start).toBe(true);
});

test('an event links to its page with dates, location, booth and images that link to their files', async ({ page }) => {
  await page.goto('/events');
  await page.getByRole('link', { name: 'Port of Domains 2026, Hamburg' }).click();

  await expect(page).toHaveURL('/events/port-of-domains-hamburg-2026');
  await expect(page).toHaveTitle('Port of Domains 2026, Hamburg | Freehold');
  const main = page.getByRole('main');
  await expect(main.getByText('19–20 May 2026', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Tuesday 19 May, 09:00')).toBeVisible();
  await expect(main.getByText('Central European Summer Time')).toBeVisible();
  await expect(main.getByText('Speicher Hall 4')).toBeVisible();
  await expect(main.getByText('Bay 4', { exact: true }).first()).toBeVisible();
  const images = page.locator('[data-gallery] a');
  await expect(images).toHaveCount(5);
  for (const link of await images.all()) {
    await expect(link).toHaveAttribute('href', /^\/pictures\/[\w-]+\.webp$/);
    await expect(link.locator('img')).toHaveAttribute('alt', /.+/);
    await expect(link.locator('img')).toHaveAttribute('width', /^\d+$/);
  }
});

test('a past event shows a recap, and no links to a calendar file or to meet us', async ({ page }) => {
  await page.goto('/events/lane-markings-lisbon');
  const main = page.getByRole('main');

  await expect(main.getByRole('region', { name: 'Recap' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Who was there' })).toBeVisible();
  for (const name of ['Opened', 'Closed']) await expect(main.getByText(name, { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Meet us there' })).toHaveCount(0);
});

test('every upcoming event links to a calendar file and to a contact form that names the event', async ({ page }) => {
  await page.goto('/events');
  const links = page.locator('section[aria-labelledby=upcoming]').getByRole('heading', { level: 3 }).getByRole('link');
  const upcoming = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href') ?? '', link.textContent ?? '']),
  );

  for (const [path = '', title = ''] of upcoming) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', `${path}.ics`);
    await main.getByRole('link', { name: 'Meet us there' }).click();
    await expect(page).toHaveURL(`${path.replace('/events/', '/contact?event=')}#form`);
    await expect(page.getByRole('main')).toContainText(title);
  }
});

test('an unknown event does not change the contact page', async ({ page }) => {
  const response = await page.goto('/contact?event=no-such-event');

  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to a person');
});
