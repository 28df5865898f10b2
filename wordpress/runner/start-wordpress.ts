import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { unpackWordPress } from './distribution.ts';
import type { Log } from './log.ts';
import { ensurePhp, PhpUnavailable } from './php.ts';
import { fetchPlayground } from './playground.ts';
import { hasEditor, type SiteAccess, writeConstants, writeSiteAccess } from './site-access.ts';

const run = promisify(execFile);

export type WordPressOptions = {
  readonly port: number;
  /** The directory of the WordPress site, its log and the administrator's password. */
  readonly directory: string;
  /** The directory of downloads, which several WordPress sites may share. */
  readonly cache: string;
  /** The directory that contains the snapshot (`wp-json`, `media`) with which a new WordPress site is seeded. */
  readonly content: string;
  readonly log: Log;
  /** Deletes the existing WordPress site and creates a new one. */
  readonly fresh?: boolean;
  /** Imports the snapshot into the existing WordPress site again. */
  readonly seed?: boolean;
  /** `native` requires PHP, `playground` requires Playground; `any` falls back to Playground if PHP is not available. */
  readonly runtime?: 'native' | 'playground' | 'any';
  /** The URL of the website. If given, messages to the website and previews are configured, and an editor's account is created. */
  readonly siteUrl?: string;
  /** The interval of scheduled tasks, such as the publication of scheduled posts; a minute by default. */
  readonly cronIntervalMs?: number;
};

export type WordPress = {
  readonly url: string;
  readonly runtime: 'native' | 'playground';
  /** Path of the file with the administrator's name and password. */
  readonly adminFile: string;
  /** Null without `siteUrl`. */
  readonly siteAccess: SiteAccess | null;
  /** Runs WP-CLI on the WordPress site; only available with the native runtime. */
  readonly cli: (...command: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
  /** Resolves when the server exits for any reason. */
  readonly ended: Promise<void>;
};

/** The files and the URL of the WordPress site. */
type Site = {
  readonly url: string;
  readonly root: string;
  readonly wordpress: string;
  readonly database: string;
  readonly adminFile: string;
};

const HERE = import.meta.dirname;
const PLUGIN = join(HERE, '../plugin/site-companion');
const START_LIMIT_MS = { native: 30_000, playground: 180_000 };
const STOP_LIMIT_MS = 5000;
const CRON_INTERVAL_MS = 60_000;
/** Processes of the PHP server. One would not suffice: the website may read from WordPress while WordPress waits for the website. */
const WORKERS = 4;
/** The photo of a camera can have 20 MB. */
const PHP_SETTINGS = ['upload_max_filesize=64M', 'post_max_size=72M', 'memory_limit=512M', 'max_execution_time=300'];
/** Compiling WordPress takes longer than running it. With `revalidate_freq=0`, changed files still take effect at once. */
const OPCACHE_SETTINGS = ['opcache.enable_cli=1', 'opcache.revalidate_freq=0'];

const toArguments = (settings: readonly string[]): string[] => settings.flatMap((setting) => ['-d', setting]);

/** @throws {Error} if the port is in use. */
const checkPort = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new Error(`Port ${port} is in use: set WORDPRESS_PORT to another one.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });

const chooseRuntime = async ({ runtime = 'any', log }: WordPressOptions): Promise<WordPress['runtime']> => {
  if (runtime === 'playground') return 'playground';
  try {
    await ensurePhp(log);
    return 'native';
  } catch (error) {
    if (runtime === 'native' || !(error instanceof PhpUnavailable)) throw error;
    log(`${error.message} Falling back to WordPress Playground, which is slower.`);
    return 'playground';
  }
};

/** Creates the files of a new WordPress site, unless there is a complete one already. */
const prepareFiles = async (site: Site, { cache, fresh, log }: WordPressOptions): Promise<void> => {
  const isReady = existsSync(join(site.database, 'ready'));
  if (fresh || !isReady) {
    // An interrupted start may still be extracting files.
    await rm(site.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    await mkdir(site.database, { recursive: true });
    await unpackWordPress(cache, site.root, log);
    const password = randomBytes(15).toString('base64url');
    await writeFile(join(site.database, 'secret'), randomBytes(32).toString('hex'), { mode: 0o600 });
    await writeFile(join(site.database, 'password'), password, { mode: 0o600 });
    await rm(site.adminFile, { force: true });
    await writeFile(site.adminFile, `admin / ${password}\n`, { mode: 0o600 });
  }
  await cp(join(HERE, 'wp-config.php'), join(site.wordpress, 'wp-config.php'));
};

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');

/** Waits until WordPress is set up and serves JSON; fails early when the server exits. */
const waitUntilReachable = async (site: Site, child: ChildProcess, limitMs: number, logFile: string): Promise<void> => {
  const deadline = Date.now() + limitMs;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  while (Date.now() < deadline && !hasEnded()) {
    const response = await fetch(`${site.url}/wp-json/api/homepage`, { signal: AbortSignal.timeout(20_000) }).catch(
      () => null,
    );
    const isJson = response?.headers.get('content-type')?.startsWith('application/json');
    await response?.body?.cancel();
    if (response?.ok && isJson && existsSync(join(site.database, 'ready'))) return;
    await sleep(100);
  }
  const reason = hasEnded() ? 'exited during startup' : `did not respond within ${limitMs / 1000} s`;
  throw new Error(`WordPress ${reason}. Last lines of its log:\n${await lastLines(logFile)}`);
};

/**
 * Starts the server in its own process group, because Playground starts a second process that would outlive the first.
 */
const startServer = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv, logFile: string) => {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups });
  const log = createWriteStream(logFile);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.on('error', (error) => log.write(`${error.message}\n`));

  /** Sends a signal to the server and its child processes. Returns whether they exist. */
  const signal = (name: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false;
    try {
      return hasGroups ? process.kill(-child.pid, name) : child.kill(name);
    } catch {
      return false;
    }
  };
  const kill = () => void signal('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => log.end(resolve)));
  const stop = async () => {
    signal('SIGTERM');
    const killer = setTimeout(kill, STOP_LIMIT_MS);
    await ended;
    while (signal(0)) await sleep(20);
    clearTimeout(killer);
    process.off('exit', kill);
  };
  return { child, ended, stop };
};

/** Requests `wp-cron.php` periodically, because WordPress runs due tasks only when it is visited. Returns a function that stops this. */
const runCron = (url: string, intervalMs: number): (() => void) => {
  const stopping = new AbortController();
  const request = async (): Promise<void> => {
    // The server logs a failure, and the next run may succeed.
    await fetch(`${url}/wp-cron.php`, { method: 'POST', signal: stopping.signal }).catch(() => null);
  };
  const timer = setInterval(() => void request(), intervalMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
};

/** Arguments with which Playground runs the WordPress site, after a blueprint has run the scripts. Writes the blueprint. */
const playgroundArguments = async (
  site: Site,
  port: number,
  content: string,
  scripts: readonly string[],
): Promise<string[]> => {
  const mounts = [
    [site.wordpress, '/wordpress'],
    [site.database, '/database'],
    [PLUGIN, '/wordpress/wp-content/plugins/site-companion'],
    [HERE, '/runner'],
    [content, '/snapshot'],
  ];
  const blueprint = join(site.root, 'blueprint.json');
  const toCode = (script: string) =>
    `<?php require '/wordpress/wp-load.php'; $args = array( '/snapshot' ); require '/runner/${script}';`;
  await writeFile(
    blueprint,
    JSON.stringify({ steps: scripts.map((name) => ({ step: 'runPHP', code: toCode(name) })) }),
  );
  return [
    'server',
    `--port=${port}`,
    `--site-url=${site.url}`,
    '--php=8.3',
    '--workers=1',
    '--wordpress-install-mode=install-from-existing-files-if-needed',
    `--blueprint=${blueprint}`,
    ...mounts.flatMap(([from = '', to = '']) => ['--mount-dir-before-install', from, to]),
  ];
};

/**
 * Starts a WordPress with the companion plugin and the content of a snapshot, and resolves when it is reachable.
 *
 * @throws {PhpUnavailable} when PHP is required (`runtime: 'native'`) but cannot be used or installed, see `ensurePhp`.
 */
export const startWordPress = async (options: WordPressOptions): Promise<WordPress> => {
  const { port, directory, content, siteUrl, seed = false } = options;
  const runtime = await chooseRuntime(options);
  await checkPort(port);
  const url = `http://127.0.0.1:${port}`;
  // Each runtime has its own WordPress site, so that two runtimes never open the same database.
  const suffix = runtime === 'native' ? '' : '-playground';
  const root = join(directory, `site${suffix}`);
  const adminFile = join(directory, `admin${suffix}.txt`);
  const site: Site = { url, root, wordpress: join(root, 'wordpress'), database: join(root, 'database'), adminFile };
  await mkdir(directory, { recursive: true });
  await prepareFiles(site, options);
  const readyFile = join(site.database, 'ready');
  const needsSetUp = seed || !existsSync(readyFile);
  const lacksEditor = siteUrl !== undefined && !hasEditor(site.database);
  // Separate PHP processes can share compiled code only through a file cache.
  const opcacheDirectory = join(root, 'opcache');
  await mkdir(opcacheDirectory, { recursive: true });
  const opcache = [...OPCACHE_SETTINGS, `opcache.file_cache=${opcacheDirectory}`];
  const environment = {
    ...process.env,
    WORDPRESS_URL: url,
    PHP_CLI_SERVER_WORKERS: String(WORKERS),
    // In a virtual machine, a call of WP-CLI would take twice as long with pages of 4 KB.
    USE_ZEND_ALLOC_HUGE_PAGES: '1',
  };

  const cli = async (...command: readonly string[]): Promise<string> => {
    if (runtime === 'playground') throw new Error('WP-CLI is not available in WordPress Playground.');
    const php = toArguments(['memory_limit=512M', 'display_errors=stderr', ...opcache, 'opcache.file_cache_only=1']);
    const args = [...php, join(root, 'wp-cli.phar'), `--path=${site.wordpress}`, '--allow-root', ...command];
    const { stdout } = await run('php', args, { env: environment }).catch((error: { stderr?: string }) => {
      const reason = (error.stderr ?? '')
        .trim()
        .replace(/^Error: /, '')
        .split('\n')[0];
      throw new Error(`WP-CLI command "${command[0]}" failed: ${reason}`, { cause: error });
    });
    return stdout;
  };

  const setUpNatively = async () => {
    const plugin = join(site.wordpress, 'wp-content/plugins/site-companion');
    await rm(plugin, { recursive: true, force: true });
    await symlink(PLUGIN, plugin, 'junction');
    const isInstalled = existsSync(readyFile);
    if (!isInstalled) {
      const admin = ['--admin_user=admin', '--admin_email=admin@example.com', '--skip-email'];
      await cli('core', 'install', `--url=${url}`, '--title=Website content', ...admin);
    }
    await cli('eval-file', join(HERE, 'setup.php'), content, '--use-include', '--user=admin');
  };

  const uploads = join(content, 'media');
  if (needsSetUp && existsSync(uploads)) {
    await cp(uploads, join(site.wordpress, 'wp-content/uploads'), { recursive: true });
  }

  const serverCommand = async (): Promise<readonly [string, readonly string[]]> => {
    if (runtime === 'playground') {
      const playground = await fetchPlayground(options.cache, options.log);
      if (seed) await rm(readyFile, { force: true });
      const scripts = [...(needsSetUp ? ['setup.php'] : []), ...(lacksEditor ? ['access.php'] : [])];
      return [process.execPath, [playground, ...(await playgroundArguments(site, port, content, scripts))]];
    }
    if (needsSetUp) await setUpNatively();
    if (lacksEditor) await cli('eval-file', join(HERE, 'access.php'), '--use-include');
    const phpSettings = toArguments([...PHP_SETTINGS, ...opcache]);
    return ['php', [...phpSettings, '-S', `127.0.0.1:${port}`, '-t', site.wordpress, join(HERE, 'router.php')]];
  };

  const [command, args] = await serverCommand();
  // Written after a new WordPress site was seeded natively, so that the plugin does not report the seeding to the website.
  if (siteUrl !== undefined) await writeConstants({ siteUrl, database: site.database });
  const logFile = join(directory, 'server.log');
  const { child, ended, stop } = startServer(command, args, environment, logFile);
  try {
    await waitUntilReachable(site, child, START_LIMIT_MS[runtime], logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  const stopCron = runCron(url, options.cronIntervalMs ?? CRON_INTERVAL_MS);
  void ended.then(stopCron);
  const siteAccess =
    siteUrl === undefined ? null : await writeSiteAccess({ url, siteUrl, database: site.database, directory });
  return { url, runtime, adminFile, siteAccess, cli, stop, ended };
};
