import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DEVELOPMENT_PORT, MINIMAL_FOLDER } from './sites.ts';

test('a page that throws responds with 500 and the error page of the site, without the message of the error', async ({
  request,
}) => {
  const response = await request.get('/throws/at-once', { headers: { accept: 'text/html' } });

  expect(response.status()).toBe(500);
  expect(await response.text()).toMatch(/<h1>Error (?:<!-- -->)?500<\/h1>/);
  expect(await response.text()).not.toContain('This page throws');
});

test('a page with a part that throws says so in its place, is complete, and is not cached', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  for (const when of ['while-streaming', 'in-a-part']) {
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await page.goto(`/throws/${when}`);
      expect(response?.status()).toBe(200);
      expect(await response?.headerValue('server-timing')).toBe('cache;desc=miss');
      expect(await response?.text(), 'message of the error').not.toContain('This ');
      await expect(page.getByText('Not available right now'), when).toBeVisible();
      await expect(page.getByText('The end of the page'), when).toBeVisible();
    }
    await page.mouse.move(100, 100);
    await page.mouse.move(110, 110);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Not available right now'), when).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('the development server shows the error of a part with its stack', async ({ page }) => {
  await page.goto(`http://localhost:${DEVELOPMENT_PORT}/throws/while-streaming`);

  await expect(page.getByText('This part throws while the page streams.')).toContainText('src/pages/throws/');
  await expect(page.getByText('The end of the page')).toBeVisible();
});

test('the development server shows why the module of a page cannot be loaded, with its stack', async ({ page }) => {
  await page.goto(`http://localhost:${DEVELOPMENT_PORT}/_not-loadable`);

  await expect(page.getByText('Error: This module cannot be loaded.')).toContainText('src/pages/_not-loadable.tsx');
});

test('the development server shows an error that removes the page, with its stack', async ({ page }) => {
  await page.goto(`http://localhost:${DEVELOPMENT_PORT}/throws/in-browser`);

  await expect(page.getByText('Error: This component throws in the browser.')).toContainText(
    'throws-in-browser.client.tsx',
  );
});

test('the development server forgets a page that is removed before it was requested', async ({ request }) => {
  const pages = path.join(MINIMAL_FOLDER, 'src/pages');
  const removed = path.join(pages, '_removed.tsx');
  const requested = path.join(pages, '_requested.tsx');
  const statusOf = async (url: string) => (await request.get(`http://localhost:${DEVELOPMENT_PORT}${url}`)).status();
  try {
    for (const file of [removed, requested]) await writeFile(file, 'export default () => <h1>Added</h1>;\n');
    await expect.poll(() => statusOf('/_requested')).toBe(200);
    await rm(removed);

    await expect.poll(() => statusOf('/_removed')).toBe(404);
  } finally {
    for (const file of [removed, requested]) await rm(file, { force: true });
  }
});
