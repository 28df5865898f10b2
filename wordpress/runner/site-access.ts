import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files with the credentials for this WordPress. Only their owner may read them. */
export type SiteAccess = {
  /** Settings of the site, in the format of `.env`. */
  readonly envFile: string;
  /** The name and the password of the editor's account. */
  readonly editorFile: string;
};

type Options = {
  /** The URL of this WordPress. */
  readonly url: string;
  /** The URL of the site. */
  readonly siteUrl: string;
  /** The directory of the database, which also contains `site.json` and `editor.json`. */
  readonly database: string;
  /** The directory for `site.env` and `editor.txt`. */
  readonly directory: string;
};

type Constants = {
  readonly SITE_COMPANION_SITE_URL: string;
  readonly SITE_COMPANION_REVALIDATE_SECRET: string;
  readonly SITE_COMPANION_PREVIEW_SECRET: string;
};

const readJson = async (file: string): Promise<unknown> =>
  existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;

const textOf = (source: unknown, key: string): string | null => {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(source, key)?.value;
  return typeof value === 'string' && value !== '' ? value : null;
};

const writePrivate = (file: string, text: string): Promise<void> => writeFile(file, text, { mode: 0o600 });

/**
 * Writes the constants that `wp-config.php` defines: the URL of the site, and secrets that are kept from the last start. Environment
 * variables have precedence, as in the plugin.
 */
export const writeConstants = async ({ siteUrl, database }: Pick<Options, 'siteUrl' | 'database'>): Promise<void> => {
  const file = join(database, 'site.json');
  const saved = await readJson(file);
  const secretOf = (name: keyof Constants): string =>
    process.env[name] ?? textOf(saved, name) ?? randomBytes(32).toString('base64url');
  const constants: Constants = {
    SITE_COMPANION_SITE_URL: process.env.SITE_COMPANION_SITE_URL ?? siteUrl,
    SITE_COMPANION_REVALIDATE_SECRET: secretOf('SITE_COMPANION_REVALIDATE_SECRET'),
    SITE_COMPANION_PREVIEW_SECRET: secretOf('SITE_COMPANION_PREVIEW_SECRET'),
  };
  await writePrivate(file, JSON.stringify(constants));
};

/** Whether `access.php` has created the editor's account. */
export const hasEditor = (database: string): boolean => existsSync(join(database, 'editor.json'));

/** Writes `site.env` for the site, and the editor's password for developers, from `site.json` and `editor.json`. */
export const writeSiteAccess = async ({ url, database, directory }: Options): Promise<SiteAccess> => {
  const [constants, editor] = await Promise.all([
    readJson(join(database, 'site.json')),
    readJson(join(database, 'editor.json')),
  ]);
  const settings = {
    CMS_URL: url,
    REVALIDATE_SECRET: textOf(constants, 'SITE_COMPANION_REVALIDATE_SECRET'),
    PREVIEW_SECRET: textOf(constants, 'SITE_COMPANION_PREVIEW_SECRET'),
    // A WordPress that was created by an older version has no user of its own for the site.
    CMS_USER: textOf(editor, 'reader') ?? textOf(editor, 'user'),
    CMS_APP_PASSWORD: textOf(editor, 'application_password'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value ?? ''}\n`);
  const access = { envFile: join(directory, 'site.env'), editorFile: join(directory, 'editor.txt') };
  await writePrivate(access.envFile, lines.join(''));
  await writePrivate(access.editorFile, `${textOf(editor, 'user') ?? ''} / ${textOf(editor, 'password') ?? ''}\n`);
  return access;
};
