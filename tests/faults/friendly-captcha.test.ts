import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSiteForTest } from '../support/site-process.ts';

test('Friendly Captcha loads only its frame from other hosts, and withdrawn consent removes the frame', async () => {
  const site = await startSiteForTest({
    CAPTCHA_PROVIDER: 'friendlycaptcha',
    CAPTCHA_SITE_KEY: 'FCMTEST',
    CAPTCHA_SECRET: 'secret',
  });
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const requests: { host: string; type: string }[] = [];
  await context.route(
    (url) => url.origin !== site.url,
    async (route) => {
      requests.push({ host: new URL(route.request().url()).host, type: route.request().resourceType() });
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Frame</title>' });
    },
  );
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${site.url}/contact`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
  const captchaBox = page.getByRole('region', { name: 'Captcha' });
  await captchaBox.getByRole('button', { name: 'Allow captcha' }).click();
  // The frame is hidden until the provider's script inside it responds.
  await captchaBox.locator('iframe').waitFor({ state: 'attached' });

  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter(({ host, type }) => !host.endsWith('.frcapi.com') || type !== 'document')).toEqual([]);
  expect(errors).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await page.locator('#cc-main').getByRole('button', { name: 'Reject all' }).click();
  await captchaBox.getByRole('button', { name: 'Allow captcha' }).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});
