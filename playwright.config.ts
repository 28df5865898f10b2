import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './tests/browser.ts';

const port = Number(process.env.E2E_PORT ?? 8471);
const captchaPort = port + 1;
const providerPort = port + 2;
const executablePath = findBrowser();

/** Where the sites of the tests keep what was sent. The processes of the tests inherit it. */
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'e2e-data-'));

const site = (name: string, sitePort: number, env: Record<string, string> = {}) => ({
  command: 'npm start',
  url: `http://localhost:${sitePort}/healthz`,
  env: {
    // Whoever has a .env of his own tests the same site as everybody.
    NODE_ENV: 'test',
    PORT: String(sitePort),
    LOG_LEVEL: 'warn',
    SITE_INDEXABLE: 'true',
    DATA_DIR: path.join(process.env.E2E_DATA_DIR ?? '', name),
    ...env,
  },
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  timeout: 120_000,
});

const SAME_ON_A_PHONE =
  /(?:accessibility|screen-reader|zoom-and-reflow|keyboard-navigation|user-preferences|lighthouse|animations|print|content-pages|news|events|error-pages|captcha-providers|page-weight|faq-search|client-navigation|hydration|lightbox-viewing)\.test/;
/** These bring their own tools into the page. */
const NEEDS_A_SCRIPT_TO_LOOK =
  /(?:accessibility|screen-reader|zoom-and-reflow|keyboard-navigation|user-preferences|lighthouse|animations|print)\.test/;

/** With React there from the start, what asks that it waits for an intent cannot hold. */
const isHydratedAtLoad = process.env.E2E_HYDRATE === 'load';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      ...(isHydratedAtLoad ? { grepInvert: /@on-intent/ } : {}),
      use: { ...devices['Desktop Chrome'] },
    },
    // What differs on a phone: menus, touch, stacking. The rest is the same document, seen at phone width by the desktop too.
    { name: 'phone', testIgnore: SAME_ON_A_PHONE, use: { ...devices['Pixel 7'] } },
    {
      name: 'no-scripts',
      grepInvert: /@scripts/,
      testIgnore: NEEDS_A_SCRIPT_TO_LOOK,
      use: { ...devices['Desktop Chrome'], javaScriptEnabled: false },
    },
  ],
  webServer: [
    site('site', port),
    // A site with the captcha of a provider, and the provider, both on this machine.
    site('captcha', captchaPort, {
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_SCRIPT_URL: `http://localhost:${providerPort}/api.js`,
      CAPTCHA_VERIFY_URL: `http://localhost:${providerPort}/siteverify`,
    }),
    {
      command: 'node tests/support/captcha-provider.ts',
      url: `http://localhost:${providerPort}/healthz`,
      env: { PORT: String(providerPort) },
      reuseExistingServer: false,
    },
  ],
});
