import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from './start-wordpress.ts';

const run = promisify(execFile);

const DEBIAN_PACKAGES = ['php-cli', 'php-sqlite3', 'php-mbstring', 'php-xml', 'php-curl'];
const NEEDED_EXTENSIONS = ['pdo_sqlite', 'mbstring', 'dom', 'xml', 'Phar'];
const OLDEST_VERSION = 80_100;

/** No PHP with what WordPress needs is here, and none could be installed. The message is one sentence that says why. */
export class PhpUnavailable extends Error {
  override readonly name = 'PhpUnavailable';
}

/** What keeps the `php` on the PATH from running WordPress, or null. */
const whatPhpLacks = async (): Promise<string | null> => {
  try {
    const { stdout } = await run('php', ['-r', 'echo PHP_VERSION_ID, " ", implode(" ", get_loaded_extensions());']);
    const [version, ...extensions] = stdout.trim().split(' ');
    if (Number(version) < OLDEST_VERSION) return 'the PHP on this machine is older than 8.1';
    const missing = NEEDED_EXTENSIONS.filter((extension) => !extensions.includes(extension));
    return missing.length === 0 ? null : `PHP lacks ${missing.join(', ')}`;
  } catch {
    return 'there is no php on the PATH';
  }
};

const canInstallPackages = async (): Promise<boolean> => {
  if (process.getuid?.() !== 0) return false;
  try {
    await run('apt-get', ['--version']);
    return true;
  } catch {
    return false;
  }
};

const installPackages = async (): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES], { env });
  try {
    await install();
  } catch {
    // The lists of packages may be missing or old.
    await run('apt-get', ['update'], { env });
    await install();
  }
};

/**
 * Sees to it that `php` on the PATH can run WordPress; installs Debian's packages where it may.
 *
 * @throws {PhpUnavailable}
 */
export const ensurePhp = async (log: Log): Promise<void> => {
  const lack = await whatPhpLacks();
  if (lack === null) return;
  if (!(await canInstallPackages())) {
    throw new PhpUnavailable(
      `WordPress needs PHP 8.1 or newer with SQLite, but ${lack}: install ${DEBIAN_PACKAGES.join(' ')}.`,
    );
  }
  log(`Installing ${DEBIAN_PACKAGES.join(' ')} with apt-get, because ${lack}.`);
  try {
    await installPackages();
  } catch (error) {
    const lastLine = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    throw new PhpUnavailable(`WordPress needs PHP, but ${lack} and apt-get could not install it (${lastLine}).`, {
      cause: error,
    });
  }
  const stillLacks = await whatPhpLacks();
  if (stillLacks !== null) throw new PhpUnavailable(`WordPress needs PHP, but after installing it ${stillLacks}.`);
};
