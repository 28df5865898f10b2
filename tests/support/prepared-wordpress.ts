import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startWordPress, type WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
export const CACHE = join(ROOT, '.cache/wordpress');
const PREPARED = join(CACHE, 'prepared');
const WITHOUT_COMMAND_PALETTE = join(ROOT, 'tests/contract/without-command-palette.php');
const SOURCES = ['wordpress/runner', 'wordpress/plugin', 'public/pictures/booth-front.webp'];

/** Users that this module creates, by name. The runner creates `editor` and `admin`; this module changes the password of `admin`. */
const ROLES = { ed: 'editor', anna: 'editor', arthur: 'author' } as const;
export type User = keyof typeof ROLES | 'admin';
export const PASSWORD = 'a-long-password';
/** Pictures in the media library of a prepared WordPress, by title. */
const PICTURES = ['booth-front', 'booth-plan'] as const;

/** Installs a PHP file as a must-use plugin of the WordPress in this directory. Returns a function that removes it. */
export const addPlugin = async (directory: string, file: string): Promise<() => Promise<void>> => {
  const installed = join(directory, 'site/wordpress/wp-content/mu-plugins', basename(file));
  await cp(file, installed);
  return () => rm(installed);
};

const listFiles = async (source: string): Promise<string[]> => {
  if ((await stat(source)).isFile()) return [source];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const hashOf = async (sources: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map(listFiles))).flat().sort()) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
};

const addUsersAndPictures = async ({ cli }: WordPress): Promise<void> => {
  // The guide that greets new users would cover the editor.
  const preferences = JSON.stringify({ 'core/edit-post': { welcomeGuide: false }, core: { welcomeGuide: false } });
  for (const [name, role] of Object.entries(ROLES)) {
    await cli('user', 'create', name, `${name}@example.com`, `--role=${role}`, `--user_pass=${PASSWORD}`);
    await cli('user', 'meta', 'update', name, 'wp_persisted_preferences', preferences, '--format=json');
  }
  await cli('user', 'update', 'admin', `--user_pass=${PASSWORD}`);
  for (const picture of PICTURES) {
    const file = join(ROOT, `public/pictures/${picture}.webp`);
    await cli('media', 'import', file, `--title=${picture}`, `--alt=Shows ${picture}`);
  }
};

/** The directory of an installed WordPress with this content, users and pictures. It is reused until one of its sources changes. */
const prepareWordPress = async (content: string): Promise<string> => {
  const sources = [
    import.meta.filename,
    WITHOUT_COMMAND_PALETTE,
    content,
    ...SOURCES.map((source) => join(ROOT, source)),
  ];
  const name = basename(content);
  const prepared = join(PREPARED, `${name}-${await hashOf(sources)}`);
  if (existsSync(prepared)) return prepared;

  await mkdir(PREPARED, { recursive: true });
  const outdated = (await readdir(PREPARED)).filter((folder) => folder.startsWith(`${name}-`));
  const unfinished = await mkdtemp(join(PREPARED, 'unfinished-'));
  const wordpress = await startWordPress({
    port: await freePort(),
    directory: unfinished,
    cache: CACHE,
    content,
    log: () => undefined,
    runtime: 'native',
    // Without the URL of a site, the runner would not create the account that reads drafts. No site runs at this URL.
    siteUrl: 'http://127.0.0.1:1',
  });
  await addUsersAndPictures(wordpress).finally(wordpress.stop);
  await addPlugin(unfinished, WITHOUT_COMMAND_PALETTE);
  // This file contains the URL above. A copy that is started without a `siteUrl` would use it.
  await rm(join(unfinished, 'site/database/site.json'));
  // PHP caches compiled files by their paths, so the cache is useless in another directory.
  await rm(join(unfinished, 'site/opcache'), { recursive: true });
  for (const folder of outdated) await rm(join(PREPARED, folder), { recursive: true, force: true });
  await rename(unfinished, prepared).catch(async (error: unknown) => {
    // Another test file has prepared the same WordPress in the meantime.
    await rm(unfinished, { recursive: true });
    if (!existsSync(prepared)) throw error;
  });
  return prepared;
};

const copyWordPress = async (content: string): Promise<string> => {
  const prepared = await prepareWordPress(content);
  const directory = await mkdtemp(join(tmpdir(), 'wordpress-'));
  // Takes a fifth of the processor time of `cp`, for thousands of files.
  cpSync(prepared, directory, { recursive: true, verbatimSymlinks: true });
  return directory;
};

type Options = {
  /** A directory of an earlier start; by default a new copy. */
  readonly directory?: string;
  readonly port?: number;
  readonly seed?: boolean;
  readonly siteUrl?: string;
  readonly cronIntervalMs?: number;
};

/** Starts a WordPress with this content, users and pictures. `remove` stops it and deletes its directory. */
export const startPreparedWordPress = async (content: string, options: Options = {}) => {
  const directory = options.directory ?? (await copyWordPress(content));
  const port = options.port ?? (await freePort());
  const fixed = { cache: CACHE, log: () => undefined, runtime: 'native' } as const;
  const wordpress = await startWordPress({ ...options, ...fixed, port, directory, content });
  const remove = async (): Promise<void> => {
    await wordpress.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...wordpress, directory, remove };
};

/** The contents of all files below a directory, by path. */
export const readFiles = async (directory: string): Promise<Record<string, string>> => {
  const files = (await listFiles(directory)).sort();
  const contents = files.map(async (file) => [file.slice(directory.length), await readFile(file, 'latin1')] as const);
  return Object.fromEntries(await Promise.all(contents));
};

/** The header `Authorization` of requests to the REST API as this user. */
const authorize = async ({ cli }: Pick<WordPress, 'cli'>, user: User): Promise<string> => {
  const password = await cli('user', 'application-password', 'create', user, 'tests', '--porcelain');
  return `Basic ${Buffer.from(`${user}:${password.trim()}`).toString('base64')}`;
};

/**
 * Returns a function that sends requests to the REST API, below `/wp-json`, as a user or without a login (null). With a body they are
 * POST requests.
 *
 * @param reader the header `Authorization` of the user with which the site reads drafts.
 */
export const openRestApi = (wordpress: Pick<WordPress, 'cli' | 'url'>, reader = '') => {
  const headers = new Map([['reader', Promise.resolve(reader)]]);
  const authorizationOf = (user: User | 'reader'): Promise<string> => {
    const header = headers.get(user) ?? (user === 'reader' ? Promise.resolve(reader) : authorize(wordpress, user));
    headers.set(user, header);
    return header;
  };
  return async (user: User | 'reader' | null, path: string, body?: unknown) => {
    const authorization = user === null ? null : await authorizationOf(user);
    const response = await fetch(`${wordpress.url}/wp-json${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
};
