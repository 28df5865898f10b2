import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest } from '../support/site-process.ts';
import { page, pages, serveWordPress } from '../support/wordpress-server.ts';

const PICTURE =
  '<figure class="wp-block-image"><a href="/pictures/booth-front.webp"><img src="/pictures/booth-front.webp" alt="Our booth" width="1600" height="1000"></a></figure>';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
});

afterAll(() => browser?.close());

/** Follows a link to a page with a picture in its text and another one in a popup. Nothing loads a document. */
const openTour = async () => {
  const popup = { acf_fc_layout: 'popup', button_label: 'More', headline: 'More of it', html: PICTURE };
  const text = { acf_fc_layout: 'text', label: '', headline: 'The tour', html: PICTURE };
  const wordpress = await serveWordPress(
    pages(
      page({ slug: 'overview', title: 'Overview', content: '<p><a href="/tour">To the tour</a></p>' }),
      page({ slug: 'tour', title: 'Tour', acf: { blocks: [text, popup] } }),
    ),
  );
  const site = await startSiteForTest({ CMS_URL: wordpress.url });
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(`${site.url}/overview`);
  await tab.mouse.move(100, 100);
  await tab.locator('html[data-hydrated]').waitFor();
  await tab.getByRole('link', { name: 'To the tour' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
  return { tab, lightbox: tab.locator('.yarl__root'), picture: tab.locator('a[data-media="picture"]').first() };
};

test('Back closes the lightbox of a picture in a text together with its page', async () => {
  const { tab, lightbox, picture } = await openTour();
  await picture.click();
  await lightbox.waitFor();
  await tab.goBack();

  await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect.poll(() => lightbox.count()).toBe(0);
});

test('a double click opens one lightbox', async () => {
  const { tab, lightbox, picture } = await openTour();
  await picture.dblclick();
  await lightbox.first().waitFor();
  await tab.keyboard.press('Escape');

  await expect.poll(() => lightbox.count()).toBe(0);
});

test('a picture in a popup opens in front of it, and the popup is there again afterwards', async () => {
  const { tab, lightbox } = await openTour();
  const popup = tab.locator('[popover]').filter({ hasText: 'More of it' });
  await tab.getByRole('button', { name: 'More', exact: true }).click();
  const picture = popup.locator('a[data-media="picture"]');
  await picture.click();
  await lightbox.waitFor();
  expect(await popup.isVisible()).toBe(false);
  await tab.keyboard.press('Escape');

  await expect.poll(() => lightbox.count()).toBe(0);
  expect(await popup.isVisible()).toBe(true);
  expect(await picture.evaluate((link) => document.activeElement === link)).toBe(true);
});
