import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type FrameLocator,
  type Page,
  request,
} from '@playwright/test';
import { parse } from 'node-html-parser';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { freePort } from './free-port.ts';
import { PASSWORD, startPreparedWordPress, type User } from './prepared-wordpress.ts';
import { startSiteProcess } from './site-process.ts';

/**
 * With the feature RenderDocument, a page that is closed while it navigates stays open, and `close()` waits for ever
 * (microsoft/playwright#42068). The other features are those that Playwright disables itself and that wp-admin meets:
 * Chromium obeys only the last such list.
 */
const DISABLED_FEATURES = ['RenderDocument', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'PaintHolding'];

const SNAPSHOT = join(import.meta.dirname, '../../private/content');

/**
 * Logs a user in without opening the login page. A script of that page focuses the name field after 200 ms, so a password that a test is
 * typing at that moment would end up in the name field.
 */
const logIn = async ({ request }: Pick<BrowserContext, 'request'>, wordpressUrl: string, user: User): Promise<void> => {
  const form = { log: user, pwd: PASSWORD };
  const response = await request.post(`${wordpressUrl}/wp-login.php`, { form, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`WordPress rejected the login of ${user}: ${response.status()}`);
};

type Options = {
  /** The content of the WordPress: by default the snapshot. */
  readonly content?: string;
  /** The interval of scheduled tasks; a minute by default. */
  readonly cronIntervalMs?: number;
  /** Settings of the site that reads this WordPress. If null, no site is started. */
  readonly site?: Readonly<Record<string, string>> | null;
};

/** Starts a WordPress with test users, a site that reads it, and a browser. */
export const openEditing = async ({ content = SNAPSHOT, cronIntervalMs, site: settings = {} }: Options = {}) => {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const wordpress = await startPreparedWordPress(content, {
    ...(settings === null ? {} : { siteUrl }),
    ...(cronIntervalMs === undefined ? {} : { cronIntervalMs }),
  });
  const { directory } = wordpress;
  const access = wordpress.siteAccess === null ? '' : await readFile(wordpress.siteAccess.envFile, 'utf8');
  const shared: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(access))) shared[name] = value ?? '';
  const windows = {
    baseURL: wordpress.url,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  } as const;
  const site =
    settings === null
      ? null
      : await startSiteProcess({ ...shared, PORT: String(port), DATA_DIR: join(directory, 'data'), ...settings });
  let profile: Promise<BrowserContext> | null = null;
  /** Starts the browser for the first window, because some tests need none. */
  const openProfile = (): Promise<BrowserContext> => {
    // Only a profile on disk keeps compiled scripts, whose compilation takes half of the time that a screen of wp-admin takes.
    profile ??= chromium.launchPersistentContext(join(directory, 'browser'), {
      executablePath: provideBrowser(),
      args: [...BROWSER_ARGUMENTS, `--disable-features=${DISABLED_FEATURES.join(',')}`],
      ...windows,
    });
    return profile;
  };
  const openOtherContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const browser = (await openProfile()).browser();
    if (browser === null) throw new Error('Chromium has been closed.');
    return browser.newContext(options);
  };
  /** One browser context per user, the profile for the first of them. */
  const contexts = new Map<User, Promise<BrowserContext>>();
  const errors: string[] = [];

  const openContext = async (user: User): Promise<BrowserContext> => {
    const context = await (contexts.size === 0 ? openProfile() : openOtherContext(windows));
    // The first screen that a profile opens on a busy machine can take longer than Playwright's 30 seconds.
    context.setDefaultTimeout(90_000);
    context.on('weberror', (error) => errors.push(error.error().message));
    await logIn(context, wordpress.url, user);
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
    (await openOtherContext({ baseURL: siteUrl, reducedMotion: 'reduce' })).newPage();

  const sessions: APIRequestContext[] = [];

  /** Logs this user in without a browser, to read screens of wp-admin as WordPress sends them. */
  const openSession = async (user: User) => {
    const session = await request.newContext({ baseURL: wordpress.url });
    sessions.push(session);
    await logIn({ request: session }, wordpress.url, user);
    const readScreen = async (screen: string) => {
      const response = await session.get(`/wp-admin/${screen}`);
      return { status: response.status(), html: parse(await response.text()) };
    };
    return { request: session, readScreen };
  };

  const close = async (): Promise<void> => {
    for (const session of sessions) await session.dispose();
    await (await profile)?.close();
    await site?.stop();
    await wordpress.remove();
  };

  return {
    directory,
    wordpress,
    site,
    siteUrl,
    openWindow,
    openVisitor,
    openSession,
    /** Errors of scripts in all windows of users so far; those of visitors are not recorded. */
    errors,
    close,
  };
};

/** A running WordPress, the site if one was started, and browser windows for editors and visitors. */
export type Editing = Awaited<ReturnType<typeof openEditing>>;

const CANVAS = 'iframe[name="editor-canvas"]';

/** The fields of an item that consists of fields only, in the frame of the block editor. */
export const FIELDS_IN_EDITOR = [CANVAS, '.site-companion-fields'] as const;

/** The frame of the block editor with the text of the item. */
export const canvasOf = (page: Page): FrameLocator => page.frameLocator(CANVAS);

/** Opens a panel of the sidebar of the block editor. WordPress remembers which are open. */
export const openPanel = async (page: Page, name: string): Promise<void> => {
  const panel = page.getByRole('button', { name, exact: true });
  await panel.waitFor();
  if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
};

/** Chooses pictures in the dialog of the media library. */
export const choosePictures = async (page: Page, ...titles: readonly string[]): Promise<void> => {
  const library = page.locator('.media-modal:visible');
  await library.getByRole('tab', { name: 'Media Library' }).click();
  for (const title of titles) await library.getByRole('checkbox', { name: title }).click();
  await library.getByRole('button', { name: 'Select', exact: true }).click();
};

/** Accessibility violations of the plugin's forms on a screen of wp-admin, each as rule and element. */
export const listFormViolations = async (
  page: Page,
  forms: string | typeof FIELDS_IN_EDITOR = '.wrap',
): Promise<string[]> => {
  const frame = typeof forms === 'string' ? page : page.frameLocator(forms[0]);
  await frame.locator('.site-companion-field').first().waitFor();
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  // WordPress's visual editor has violations of its own.
  const { violations } = await axe
    .include(typeof forms === 'string' ? forms : [...forms])
    .exclude('.wp-editor-wrap')
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
