import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { PAGES } from '../e2e/pages.ts';
import { CONSENT_COOKIE, type PageWeight, triggerHydration, weigh } from '../support/page-weight.ts';
import { startSiteProcess } from '../support/site-process.ts';

/**
 * `npm run bench:weight`: prints the transfer size of each page in KB after Brotli. tests/e2e/every-page.test.ts enforces the
 * limits.
 */
const kb = (bytes: number): string => (bytes / 1_024).toFixed(1);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const requestsOf = (weight: PageWeight): number =>
  Object.values(weight).reduce((total, { requests }) => total + requests, 0);

const site = await startSiteProcess({ SITE_INDEXABLE: 'true' });
const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });
try {
  console.log(
    row([
      'page',
      'HTML',
      'styles',
      'fonts',
      'images',
      'script, first visit',
      'script, with consent stored',
      'script, hydrated',
      'requests',
    ]),
  );
  console.log(row(['---', ...Array.from({ length: 8 }, () => '---:')]));
  for (const path of PAGES) {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    const readWeight = weigh(page);
    await page.goto(path);
    await page.locator('#cookie-box').waitFor();
    const first = await readWeight();
    const consentContext = await browser.newContext({ baseURL: site.url });
    await consentContext.addCookies([{ ...CONSENT_COOKIE, url: site.url }]);
    const consentPage = await consentContext.newPage();
    const readConsentWeight = weigh(consentPage);
    const response = await consentPage.goto(path);
    const withConsent = await readConsentWeight();
    const isPage = response?.ok() === true;
    if (isPage) await triggerHydration(consentPage);
    const hydrated = await readConsentWeight();
    console.log(
      row([
        `\`${path}\``,
        kb(withConsent.document.bytes),
        kb(withConsent.stylesheet.bytes),
        kb(withConsent.font.bytes),
        kb(withConsent.image.bytes),
        kb(first.script.bytes),
        kb(withConsent.script.bytes),
        isPage ? kb(hydrated.script.bytes) : 'none',
        String(requestsOf(withConsent)),
      ]),
    );
    await context.close();
    await consentContext.close();
  }
} finally {
  await browser.close();
  await site.stop();
}
