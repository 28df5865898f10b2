import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../browser.ts';
import { DEVELOPMENT_PORT, MINIMAL_FOLDER, MINIMAL_PORT } from './sites.ts';

const executablePath = findBrowser();

/** Serves the fixture site with the framework alone. */
const site = (port: number, command: string) => ({
  command,
  cwd: MINIMAL_FOLDER,
  url: `http://localhost:${port}/healthz`,
  env: { PORT: String(port) },
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  timeout: 120_000,
});

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/framework',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${MINIMAL_PORT}`,
    launchOptions: { args: [...BROWSER_ARGUMENTS], ...(executablePath ? { executablePath } : {}) },
  },
  webServer: [
    site(MINIMAL_PORT, 'waku build && exec node dist/serve-node.js'),
    { ...site(DEVELOPMENT_PORT, `exec waku dev --port ${DEVELOPMENT_PORT}`), env: {} },
  ],
});
