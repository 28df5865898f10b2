import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without the parts that draw a window: it takes half the time for the same tests. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const installed = (names: readonly string[] = [SHELL, ...WHOLE]): string | null => {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isExecutable) ?? null;
};

const playwrights = (): string | null => {
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
};

const run = (command: string, args: readonly string[]): boolean => {
  console.error(`> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status === 0;
};

const downloadPlaywrights = (): string | null =>
  run('npx', ['playwright', 'install', 'chromium']) ? playwrights() : null;

const mayInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const installPackage = (): string | null => {
  if (!mayInstallPackages()) return null;
  // The fallback faces of the site are set for the measures of Liberation (src/styles/fonts.css).
  const get = (name: string): boolean =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation']);
  const install = (): boolean => get(SHELL) || get('chromium');
  return install() || (run('apt-get', ['update']) && install()) ? installed() : null;
};

/** A Chromium that is already there: `CHROMIUM_PATH`, else an installed one, else Playwright's. */
export const findBrowser = (): string | null => process.env.CHROMIUM_PATH || installed() || playwrights();

/**
 * A Chromium, fetched where there is none: Playwright's, else the distribution's package where this user may install it.
 *
 * @throws {Error} with one sentence that says what is missing.
 */
export const provideBrowser = (): string => {
  const file = findBrowser() ?? downloadPlaywrights() ?? installPackage();
  if (file) return file;
  throw new Error(
    'The browser tests need Chromium, which is neither installed nor could be fetched: install it or set CHROMIUM_PATH to its executable.',
  );
};

/**
 * A whole Chromium where there is one, as visitors have it, for what is measured: the shell paints at other moments.
 *
 * @throws {Error} as `provideBrowser`.
 */
export const requireFullBrowser = (): string => process.env.CHROMIUM_PATH || installed(WHOLE) || provideBrowser();

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Glyphs as wide as on the screens of phones and laptops: the shell would round them to whole pixels.
  '--font-render-hinting=none',
] as const;
