import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startWordPress, type WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { freePort } from './free-port.ts';
import { logIn } from './log-in.ts';
import { openSiteProcess } from './site-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/wordpress');
const PREPARED = join(CACHE, 'prepared');
const PASSWORD = 'a-long-password';
const VIEWPORT = { width: 1280, height: 900 } as const;

/** Users of a prepared WordPress, by name. */
const ROLES = { ed: 'editor', anna: 'editor', arthur: 'author' } as const;
/** Pictures in its media library, by title. */
const PICTURES = ['booth-front', 'booth-plan'] as const;

const start = (directory: string, content: string, siteUrl?: string): Promise<WordPress> =>
  startWordPress({
    port: 0,
    directory,
    cache: CACHE,
    content,
    log: () => undefined,
    runtime: 'native',
    ...(siteUrl === undefined ? {} : { siteUrl }),
  });

const hashOf = async (folders: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
};

const addUsersAndPictures = async ({ cli }: WordPress): Promise<void> => {
  // The guide that greets new users would cover the editor, as would the choice of a pattern.
  const preferences = JSON.stringify({
    'core/edit-post': { welcomeGuide: false },
    core: { welcomeGuide: false, enableChoosePatternModal: true },
  });
  for (const [name, role] of Object.entries(ROLES)) {
    await cli('user', 'create', name, `${name}@example.com`, `--role=${role}`, `--user_pass=${PASSWORD}`);
    await cli('user', 'meta', 'update', name, 'wp_persisted_preferences', preferences, '--format=json');
  }
  for (const picture of PICTURES) {
    const file = join(ROOT, `public/pictures/${picture}.webp`);
    await cli('media', 'import', file, `--title=${picture}`, `--alt=Shows ${picture}`);
  }
};

/** The directory of a WordPress with this content, users and pictures, which is made once for each version of its sources. */
const prepareWordPress = async (content: string): Promise<string> => {
  const sources = ['wordpress/runner', 'wordpress/plugin', 'tests/support'].map((folder) => join(ROOT, folder));
  const name = basename(content);
  const prepared = join(PREPARED, `${name}-${await hashOf([content, ...sources])}`);
  if (existsSync(prepared)) return prepared;

  await mkdir(PREPARED, { recursive: true });
  const unfinished = await mkdtemp(join(PREPARED, 'unfinished-'));
  // With the URL of a site it has the account that reads drafts.
  const wordpress = await start(unfinished, content, 'http://127.0.0.1:1');
  await addUsersAndPictures(wordpress);
  await wordpress.stop();
  await rm(join(unfinished, 'site/database/site.json'));
  const outdated = (await readdir(PREPARED)).filter((folder) => folder.startsWith(`${name}-`));
  for (const folder of outdated) await rm(join(PREPARED, folder), { recursive: true, force: true });
  await rename(unfinished, prepared).catch(async (error: unknown) => {
    // Another test file was faster.
    await rm(unfinished, { recursive: true });
    if (!existsSync(prepared)) throw error;
  });
  return prepared;
};

type Options = {
  readonly content?: string;
  /** Settings of the site that reads this WordPress; null for none. */
  readonly site?: Readonly<Record<string, string>> | null;
};

/** Starts a WordPress with content and users, a site that reads it, and a browser. */
export const openEditing = async ({ content = join(ROOT, 'private/content'), site: settings = {} }: Options = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'wordpress-'));
  const filter = (path: string) => basename(path) !== 'opcache';
  await cp(await prepareWordPress(content), directory, { recursive: true, verbatimSymlinks: true, filter });
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const wordpress = await start(directory, content, settings === null ? undefined : siteUrl);
  const access = wordpress.siteAccess === null ? '' : await readFile(wordpress.siteAccess.envFile, 'utf8');
  const shared: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(access))) shared[name] = value ?? '';
  const [site, browser] = await Promise.all([
    settings === null
      ? null
      : openSiteProcess({ ...shared, PORT: String(port), DATA_DIR: join(directory, 'data'), ...settings }),
    chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] }),
  ]);
  /** A browser context for each user, which has loaded the scripts of wp-admin before. */
  const contexts = new Map<string, Promise<BrowserContext>>();
  const errors: string[] = [];

  const openContext = async (user: keyof typeof ROLES): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: wordpress.url, locale: 'en-US', viewport: VIEWPORT });
    context.on('weberror', (error) => errors.push(error.error().message));
    await logIn(context, wordpress.url, user, PASSWORD);
    return context;
  };

  /** Opens a window in which this user is logged in. */
  const openWindow = async (user: keyof typeof ROLES = 'ed'): Promise<Page> => {
    const context = contexts.get(user) ?? openContext(user);
    contexts.set(user, context);
    return (await context).newPage();
  };

  /** Opens the site in a window of its own. */
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
    secret: shared.REVALIDATE_SECRET ?? '',
    browser,
    openWindow,
    openVisitor,
    /** Errors of scripts in all windows so far. */
    errors,
    close,
  };
};

export type Editing = Awaited<ReturnType<typeof openEditing>>;
