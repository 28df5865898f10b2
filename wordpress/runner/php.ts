import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

const run = promisify(execFile);

const DEBIAN_PACKAGES = ['php-cli', 'php-sqlite3', 'php-mbstring', 'php-xml', 'php-curl', 'php-gd'];
const NEEDED_EXTENSIONS = ['pdo_sqlite', 'mbstring', 'dom', 'xml', 'gd', 'Phar'];
const MIN_VERSION_ID = 80_100;

/** A PHP that can run WordPress is neither installed nor installable. The message gives the reason. */
export class PhpUnavailable extends Error {
  override readonly name = 'PhpUnavailable';
}

/** Why the `php` on the PATH cannot run WordPress; null if it can. */
const findPhpProblem = async (): Promise<string | null> => {
  try {
    const { stdout } = await run('php', ['-r', 'echo PHP_VERSION_ID, " ", implode(" ", get_loaded_extensions());']);
    const [version, ...extensions] = stdout.trim().split(' ');
    if (Number(version) < MIN_VERSION_ID) return 'the installed PHP is older than 8.1';
    const missing = NEEDED_EXTENSIONS.filter((extension) => !extensions.includes(extension));
    return missing.length === 0 ? null : `PHP lacks ${missing.join(', ')}`;
  } catch {
    return 'the command php cannot be run';
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
    // The package lists may be missing or outdated.
    await run('apt-get', ['update'], { env });
    await install();
  }
};

/**
 * Makes sure that `php` on the PATH can run WordPress; as root on Debian, installs the missing packages.
 *
 * @throws {PhpUnavailable} when PHP is missing, too old or without a needed extension, and installing packages is not
 *   possible or does not help.
 */
export const ensurePhp = async (log: Log): Promise<void> => {
  const problem = await findPhpProblem();
  if (problem === null) return;
  if (!(await canInstallPackages())) {
    throw new PhpUnavailable(
      `WordPress needs PHP 8.1 or newer with SQLite, but ${problem}: install ${DEBIAN_PACKAGES.join(' ')}.`,
    );
  }
  log(`Installing ${DEBIAN_PACKAGES.join(' ')} with apt-get, because ${problem}.`);
  try {
    await installPackages();
  } catch (error) {
    const lastLine = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    throw new PhpUnavailable(`WordPress needs PHP, but ${problem} and apt-get could not install it (${lastLine}).`, {
      cause: error,
    });
  }
  const remaining = await findPhpProblem();
  if (remaining !== null) throw new PhpUnavailable(`WordPress needs PHP, but after the installation ${remaining}.`);
};
