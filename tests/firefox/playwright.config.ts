import { defineConfig, devices } from '@playwright/test';
import base, { READS_HTML_ONLY, READS_HTML_TAG } from '../../playwright.config.ts';
import { findFirefox } from '../browser.ts';
import { LEFT_OUT, REDUCED_MOTION } from './left-out.ts';

const toPattern = (parts: readonly string[]): RegExp =>
  new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));

const leftOut = toPattern(LEFT_OUT.flatMap(({ tests }) => tests));
const reducedMotion = toPattern(REDUCED_MOTION);

// Without a mouse on the machine, `hover: hover` and `pointer: fine` would not match.
const FINE_POINTER_THAT_HOVERS = 6;

const preferences = {
  'ui.primaryPointerCapabilities': FINE_POINTER_THAT_HOVERS,
  'ui.allPointerCapabilities': FINE_POINTER_THAT_HOVERS,
};

const firefox = (name: string, additional: Readonly<Record<string, number>> = {}) => ({
  name,
  testIgnore: READS_HTML_ONLY,
  use: {
    ...devices['Desktop Firefox'],
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox',
      firefoxUserPrefs: { ...preferences, ...additional },
    },
  },
});

/** The browser suite in an installed Firefox, which Playwright drives over WebDriver BiDi. */
export default defineConfig({
  ...base,
  testDir: '../e2e',
  outputDir: '../../test-results/firefox',
  // A start of Firefox takes as much processor time as three tests.
  workers: 1,
  projects: [
    { ...firefox('firefox'), grepInvert: [leftOut, reducedMotion, READS_HTML_TAG] },
    {
      ...firefox('firefox-reduced-motion', { 'ui.prefersReducedMotion': 1 }),
      grep: reducedMotion,
      grepInvert: [leftOut, READS_HTML_TAG],
    },
  ],
});
