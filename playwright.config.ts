import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from './tests/browser.ts';

const port = Number(process.env.E2E_PORT ?? 8471);
const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 30_000,
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath ? { executablePath } : {}) },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] } },
    { name: 'phone', use: { ...devices['Pixel 7'] } },
    { name: 'no-scripts', grepInvert: /@scripts/, use: { ...devices['Desktop Chrome'], javaScriptEnabled: false } },
  ],
  webServer: {
    command: 'npm start',
    url: `http://localhost:${port}/healthz`,
    env: { PORT: String(port), LOG_LEVEL: 'warn', SITE_INDEXABLE: 'true' },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    timeout: 120_000,
  },
});
