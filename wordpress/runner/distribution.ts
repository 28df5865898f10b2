import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

const run = promisify(execFile);

/**
 * An npm package that contains WordPress 7.1, its SQLite plugin and WP-CLI. Its tarball is downloaded and extracted but
 * never installed, because it has the dependencies of a desktop application.
 */
const PACKAGE = 'wp-studio@1.22.0';
const TARBALL = 'wp-studio-1.22.0.tgz';
const SHA512 = 'boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==';
const FOLDER = 'package/dist/cli/wp-files';

const sha512 = async (file: string): Promise<string> => {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
};

const verifyChecksum = async (file: string): Promise<void> => {
  if ((await sha512(file)) === SHA512) return;
  throw new Error(`${file} does not match the pinned checksum (sha512) of ${PACKAGE}: delete it and try again.`);
};

/** The path of the verified tarball, downloaded from the npm registry unless it is cached. */
const fetchTarball = async (cache: string, log: Log): Promise<string> => {
  const tarball = join(cache, TARBALL);
  if (existsSync(tarball)) {
    await verifyChecksum(tarball);
    return tarball;
  }
  await mkdir(cache, { recursive: true });
  const unverified = await mkdtemp(join(cache, 'download-'));
  try {
    log(`Downloading WordPress 7.1 (${PACKAGE} from npm, 67 MB).`);
    await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', unverified], {
      shell: process.platform === 'win32',
    });
    await verifyChecksum(join(unverified, TARBALL));
    await rename(join(unverified, TARBALL), tarball);
    return tarball;
  } finally {
    await rm(unverified, { recursive: true, force: true });
  }
};

/** Extracts only WP-CLI to the cache, unless it is there. Returns its path. */
export const unpackWpCli = async (cache: string, log: Log): Promise<string> => {
  const phar = join(cache, 'wp-cli.phar');
  if (existsSync(phar)) return phar;
  const tarball = await fetchTarball(cache, log);
  const unpacked = await mkdtemp(join(cache, 'unpack-'));
  try {
    await run('tar', ['-xzf', tarball, '-C', unpacked, `${FOLDER}/wp-cli`]);
    await rename(join(unpacked, FOLDER, 'wp-cli/wp-cli.phar'), phar);
    return phar;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
};

/**
 * Extracts WordPress with the SQLite plugin and its drop-in to `directory/wordpress`, and WP-CLI to `directory/wp-cli.phar`.
 *
 * @throws {Error} when the package cannot be downloaded or does not match the pinned checksum.
 */
export const unpackWordPress = async (cache: string, directory: string, log: Log): Promise<void> => {
  const tarball = await fetchTarball(cache, log);
  const unpacked = await mkdtemp(join(directory, 'unpack-'));
  try {
    const folders = ['latest/wordpress', 'sqlite-database-integration', 'wp-cli'].map(
      (folder) => `${FOLDER}/${folder}`,
    );
    await run('tar', ['-xzf', tarball, '-C', unpacked, ...folders]);
    const files = join(unpacked, FOLDER);
    const wordpress = join(directory, 'wordpress');
    const sqlite = join(wordpress, 'wp-content/plugins/sqlite-database-integration');
    await rename(join(files, 'latest/wordpress'), wordpress);
    await rename(join(files, 'sqlite-database-integration'), sqlite);
    await cp(join(sqlite, 'db.copy'), join(wordpress, 'wp-content/db.php'));
    await rename(join(files, 'wp-cli/wp-cli.phar'), join(directory, 'wp-cli.phar'));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
};
