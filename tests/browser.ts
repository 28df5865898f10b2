import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';

/** Chromium's headless shell runs the tests in half the time of a full browser. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of the first of these commands that is installed on the PATH. */
export const findCommand = (...names: readonly string[]): string | null => {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isExecutable) ?? null;
};

const findInstalled = (): string | null => findCommand(HEADLESS_SHELL, ...FULL_BROWSERS);

const findPlaywrightChromium = (): string | null => {
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
};

const run = (command: string, args: readonly string[]): boolean => {
  console.error(`> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status === 0;
};

const downloadPlaywrightChromium = (): string | null =>
  run('npx', ['playwright', 'install', 'chromium']) ? findPlaywrightChromium() : null;

const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const installPackage = (): string | null => {
  if (!canInstallPackages()) return null;
  // The metrics of the site's fallback fonts match Liberation (src/styles/fonts.css).
  const installWithFonts = (name: string): boolean =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation']);
  const install = (): boolean => installWithFonts(HEADLESS_SHELL) || installWithFonts('chromium');
  return install() || (run('apt-get', ['update']) && install()) ? findInstalled() : null;
};

/** The path of an existing Chromium: `CHROMIUM_PATH`, else an installed one, else Playwright's. */
export const findBrowser = (): string | null =>
  process.env.CHROMIUM_PATH || findInstalled() || findPlaywrightChromium();

/** The path of an installed Firefox: `FIREFOX_PATH`, else the first on the PATH. Playwright's own build is not used. */
export const findFirefox = (): string | null => process.env.FIREFOX_PATH || findCommand('firefox-esr', 'firefox');

/**
 * The path of a Chromium. If there is none, downloads Playwright's or, as root, installs the package of the distribution.
 *
 * @throws {Error} when Chromium is neither installed nor installable.
 */
export const provideBrowser = (): string => {
  const file = findBrowser() ?? downloadPlaywrightChromium() ?? installPackage();
  if (file) return file;
  throw new Error(
    'The browser tests need Chromium, which is not installed and could not be downloaded: install it or set CHROMIUM_PATH to its executable.',
  );
};

/**
 * The path of a full Chromium if there is one, for measurements: the headless shell paints at different times.
 *
 * @throws {Error} like `provideBrowser`.
 */
export const requireFullBrowser = (): string =>
  process.env.CHROMIUM_PATH || findCommand(...FULL_BROWSERS) || provideBrowser();

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // With hinting, the headless shell rounds glyph widths to whole pixels, unlike phones and laptops.
  '--font-render-hinting=none',
] as const;

/** Launches a Chromium, by default the one for tests. */
export const launchBrowser = (executablePath = provideBrowser(), args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS, ...args] });
