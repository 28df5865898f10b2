import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

const run = promisify(execFile);

/** The latest version that runs on every Node.js version that this project supports. */
const PACKAGE = '@wp-playground/cli@3.1.54';

/**
 * The path of the WordPress Playground CLI (PHP as WebAssembly). It is installed to the cache instead of being a dependency
 * of the project, because it needs 582 MB.
 *
 * @throws {Error} when npm cannot install it.
 */
export const fetchPlayground = async (cache: string, log: Log): Promise<string> => {
  const prefix = join(cache, 'playground');
  const program = join(prefix, 'node_modules/@wp-playground/cli/wp-playground.js');
  if (existsSync(program)) return program;
  log(`Downloading WordPress Playground (${PACKAGE} from npm, 582 MB on disk).`);
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--silent'];
    await run('npm', ['install', '--prefix', prefix, ...flags, PACKAGE], { shell: process.platform === 'win32' });
    return program;
  } catch (error) {
    throw new Error('WordPress needs PHP 8.1 or newer, or WordPress Playground, which npm could not install.', {
      cause: error,
    });
  }
};
