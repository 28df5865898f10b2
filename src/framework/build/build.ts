import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import path from 'node:path';
import {
  createBuildDirectory,
  publishBuild,
  readFingerprint,
  removeAbandonedBuilds,
  writeFingerprint,
} from './build-directory.ts';
import { enableCompileCache, readEnvFile } from './serve.js';
import { fingerprintSources } from './sources.ts';

const isCurrent = (): boolean => readFingerprint() === fingerprintSources();

const runWaku = (directory: string, id: string): void => {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('waku/package.json')), 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'build'], {
    stdio: ['ignore', process.env.BUILD_OUTPUT === 'quiet' ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_ID: id, BUILD_DIRECTORY: directory },
  });
  if (status !== 0) throw new Error(`waku build exited with status ${status}.`);
};

const buildInto = async (directory: string): Promise<void> => {
  const fingerprint = fingerprintSources();
  const id = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  runWaku(directory, id);

  // Imported here, so that `npm start` does not load them if the build is up to date.
  const { prerender } = await import('./prerender.ts');
  const { writeManifests } = await import('./manifests.ts');
  enableCompileCache(directory);
  const timestamp = Date.now();
  const { pages, chunks, files, headers } = await prerender(path.resolve(directory));
  const publicFolder = path.resolve(directory, 'public');
  writeManifests(publicFolder, { id, timestamp, pages, chunks });
  // Imported last: zopfli adds a handler of uncaught errors that rethrows them, so Node.js prints the minified source of zopfli.
  const { compressFiles } = await import('./compress.ts');
  await compressFiles(publicFolder);
  // Read by the server, which does not serve these files but renders their pages and resources itself.
  writeFileSync(path.join(directory, 'prerendered.json'), JSON.stringify(files));
  // Read by `export.ts`.
  writeFileSync(path.join(directory, 'headers.json'), JSON.stringify(headers));
  flushCompileCache();
  writeFingerprint(directory, fingerprint);
};

/**
 * Builds the site: Waku's bundles, the HTML of every page that is known at build time, and compressed variants of the
 * files. The build is written to a temporary directory, which replaces `dist` at the end, so `dist` never contains a
 * partial build, even if builds run in parallel.
 *
 * @param onlyIfStale whether to skip the build if `dist` was built from the current sources. If another process
 *   publishes an up-to-date build in the meantime, this one is discarded.
 * @throws {Error} when Waku's build or the rendering of a page fails. `dist` is unchanged then.
 */
const build = async (onlyIfStale: boolean): Promise<void> => {
  if (onlyIfStale && isCurrent()) return;
  removeAbandonedBuilds();
  const directory = createBuildDirectory();
  try {
    await buildInto(directory);
    if (!onlyIfStale || !isCurrent()) publishBuild(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

readEnvFile();
await build(process.argv.includes('--if-stale'));
