import { defineConfig, devices } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig({
  ...base,
  testDir: '../e2e',
  outputDir: '../../test-results/firefox',
  use: { ...base.use, launchOptions: { executablePath: '/usr/bin/firefox-esr' }, screenshot: 'off' },
  projects: [{ name: 'firefox', use: { ...devices['Desktop Firefox'], channel: 'moz-firefox' } }],
});
