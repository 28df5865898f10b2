import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startWordPress } from '../../wordpress/runner/start-wordpress.ts';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { freePort } from './free-port.ts';
import { logIn } from './log-in.ts';
import { CACHE, copyWordPress, PASSWORD, type User } from './prepared-wordpress.ts';
import { startSiteProcess } from './site-process.ts';

const SNAPSHOT = join(import.meta.dirname, '../../private/content');
const VIEWPORT = { width: 1280, height: 900 } as const;

type Options = {
  /** Settings of the site that reads this WordPress. If null, no site is started. */
  readonly site?: Readonly<Record<string, string>> | null;
};

/** Starts a WordPress with the content snapshot and test users, a site that reads it, and a browser. */
export const openEditing = async ({ site: settings = {} }: Options = {}) => {
  const directory = await copyWordPress(SNAPSHOT);
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const wordpress = await startWordPress({
    port: 0,
    directory,
    cache: CACHE,
    content: SNAPSHOT,
    log: () => undefined,
    runtime: 'native',
    ...(settings === null ? {} : { siteUrl }),
  });
  const access = wordpress.siteAccess === null ? '' : await readFile(wordpress.siteAccess.envFile, 'utf8');
  const shared: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(access))) shared[name] = value ?? '';
  const [site, browser] = await Promise.all([
    settings === null
      ? null
      : startSiteProcess({ ...shared, PORT: String(port), DATA_DIR: join(directory, 'data'), ...settings }),
    chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] }),
  ]);
  /** One browser context per user, so that later windows find the scripts of wp-admin in the browser cache. */
  const contexts = new Map<string, Promise<BrowserContext>>();
  const errors: string[] = [];

  const openContext = async (user: User): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: wordpress.url, locale: 'en-US', viewport: VIEWPORT });
    context.on('weberror', (error) => errors.push(error.error().message));
    await logIn(context, wordpress.url, user, PASSWORD);
    return context;
  };

  /** Opens a window in which this user is logged in. */
  const openWindow = async (user: User = 'ed'): Promise<Page> => {
    const context = contexts.get(user) ?? openContext(user);
    contexts.set(user, context);
    return (await context).newPage();
  };

  /** Opens a window for the site, in a new browser context without a login. */
  const openVisitor = async (): Promise<Page> =>
    (await browser.newContext({ baseURL: siteUrl, reducedMotion: 'reduce' })).newPage();

  const close = async (): Promise<void> => {
    await browser.close();
    await site?.stop();
    await wordpress.stop();
    await rm(directory, { recursive: true, force: true });
  };

  return {
    directory,
    wordpress,
    site,
    siteUrl,
    browser,
    openWindow,
    openVisitor,
    /** Errors of scripts in all windows of users so far; those of visitors are not recorded. */
    errors,
    close,
  };
};

/** A running WordPress, the site if one was started, and browser windows for editors and visitors. */
export type Editing = Awaited<ReturnType<typeof openEditing>>;
