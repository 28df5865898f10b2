import { defineConfig, devices } from '@playwright/test';
import base from '../../playwright.config.ts';
import { findFirefox } from '../browser.ts';
import { LEFT_OUT } from './left-out.ts';

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Playwright matches `grepInvert` against `{project} {file} {titles}`. */
const leftOut = new RegExp(LEFT_OUT.flatMap(({ tests }) => tests.map(escapeRegExp)).join('|'));

// Without a mouse on the machine, `hover: hover` and `pointer: fine` would not match.
const FINE_POINTER_THAT_HOVERS = 6;

/** The browser suite in an installed Firefox, which Playwright drives over WebDriver BiDi. */
export default defineConfig({
  ...base,
  testDir: '../e2e',
  outputDir: '../../test-results/firefox',
  grepInvert: leftOut,
  use: {
    ...base.use,
    // Playwright injects a style into the page for a screenshot, which the Content Security Policy refuses.
    screenshot: 'off',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox',
      firefoxUserPrefs: {
        'ui.primaryPointerCapabilities': FINE_POINTER_THAT_HOVERS,
        'ui.allPointerCapabilities': FINE_POINTER_THAT_HOVERS,
      },
    },
  },
  projects: [
    {
      name: 'firefox',
      testIgnore: /(?:content-pages|error-pages|events|news)\.test/,
      use: { ...devices['Desktop Firefox'], channel: 'moz-firefox' },
    },
  ],
});
