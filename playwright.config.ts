import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './tests/browser.ts';

const port = Number(process.env.E2E_PORT ?? 8471);
const captchaPort = port + 1;
const providerPort = port + 2;
const dnsPort = port + 3;
const executablePath = findBrowser();

/** Parent of the data directories of the tested sites. An environment variable, so that the test workers inherit it. */
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'e2e-data-'));

const site = (name: string, sitePort: number, env: Record<string, string> = {}) => ({
  command: 'npm start',
  cwd: import.meta.dirname,
  url: `http://localhost:${sitePort}/healthz`,
  env: {
    // The server ignores the developer's .env in tests.
    NODE_ENV: 'test',
    PORT: String(sitePort),
    LOG_LEVEL: 'warn',
    SITE_INDEXABLE: 'true',
    // Low, because the tests run on the same processor. The WebKit journeys solve challenges of the default cost.
    CAPTCHA_COST: '20',
    DATA_DIR: path.join(process.env.E2E_DATA_DIR ?? '', name),
    ...env,
  },
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  timeout: 120_000,
});

/** Files that only check what the server renders: they run without scripts only. */
export const READS_HTML_ONLY = /(?:content-pages|events|news)\.test/;
/** Files whose claims scripts do not concern: on a desktop they run without scripts, and their journeys also on a phone and in Firefox. */
const READS_HTML_ON_DESKTOP = /(?:home-page|rsoc-application-page)\.test/;
/** Files that run with scripts only: they inject scripts such as axe into the page, or measure it while its scripts run. */
const NEEDS_SCRIPTS =
  /(?:every-page|states|keyboard-navigation|user-preferences|animations|print|offscreen-rendering|page-weight)\.test/;

/** Tests of what the server renders, which run without scripts only. */
export const READS_HTML_TAG = /@html/;

/** If pages hydrate on load, tests of hydration on intent (`@on-intent`) and of pages before it (`@idle`) do not apply. */
const isHydratedAtLoad = process.env.E2E_HYDRATE === 'load';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Both limits are generous, for a busy machine. A test that checks a duration measures it itself.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [READS_HTML_ONLY, READS_HTML_ON_DESKTOP],
      grepInvert: [READS_HTML_TAG, ...(isHydratedAtLoad ? [/@on-intent|@idle/] : [])],
      use: { ...devices['Desktop Chrome'] },
    },
    // The tests tagged `@phone`: a journey of each feature whose layout or controls differ on a phone.
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'] } },
    {
      name: 'no-scripts',
      grepInvert: /@scripts/,
      testIgnore: NEEDS_SCRIPTS,
      use: { ...devices['Desktop Chrome'], javaScriptEnabled: false },
    },
  ],
  webServer: [
    site('site', port, {
      DNS_RESOLVERS: `127.0.0.1:${dnsPort}`,
      PARKING_NAMESERVERS: 'ns1.park.net,ns2.park.net',
      DOMAIN_CHECKS_PER_MIN: '10000',
    }),
    {
      command: 'node tests/support/sample-name-server.ts',
      cwd: import.meta.dirname,
      port: dnsPort,
      env: { PORT: String(dnsPort) },
      reuseExistingServer: false,
    },
    // A site that uses an external captcha provider, and a fake of that provider.
    site('captcha', captchaPort, {
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_SCRIPT_URL: `http://localhost:${providerPort}/api.js`,
      CAPTCHA_VERIFY_URL: `http://localhost:${providerPort}/siteverify`,
    }),
    {
      command: 'node tests/support/captcha-provider.ts',
      cwd: import.meta.dirname,
      url: `http://localhost:${providerPort}/healthz`,
      env: { PORT: String(providerPort) },
      reuseExistingServer: false,
    },
  ],
});
