import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import path from 'node:path';
import { createBuildDirectory, publishBuild, removeAbandonedBuilds } from './build-directory.ts';
import { isBuilt, writeBuildRecord } from './build-record.ts';
import { compressFiles } from './compress.ts';
import { readEnvFile } from './env-file.ts';
import { writeManifests } from './manifests.ts';
import { prerender } from './prerender.ts';
import { setUpEngine } from './serve.js';
import { fingerprintSources, stampSources } from './sources.ts';

type BuildOptions = {
  /** Keeps a build of the same sources that another process has finished in the meantime. */
  readonly onlyIfStale?: boolean;
};

/**
 * Builds the site: Waku's bundles, then the complete HTML of every page that can be known, then the compressed form of
 * every file. All of it is written into a directory of this process, which takes the place of `dist` at the end, so that
 * `dist` is complete whatever else is built or served meanwhile.
 *
 * @throws {Error} when Waku's build or the rendering of a page fails. `dist` stays as it was.
 */
export const build = async ({ onlyIfStale = false }: BuildOptions = {}): Promise<void> => {
  removeAbandonedBuilds();
  const directory = createBuildDirectory();
  try {
    await buildInto(directory);
    if (!(onlyIfStale && isBuilt())) publishBuild(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const buildInto = async (directory: string): Promise<void> => {
  const stamp = stampSources();
  const fingerprint = fingerprintSources();
  const id = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);

  const waku = path.join(path.dirname(createRequire(import.meta.url).resolve('waku/package.json')), 'cli.js');
  const { status } = spawnSync(process.execPath, [waku, 'build'], {
    stdio: ['ignore', process.env.BUILD_OUTPUT === 'quiet' ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_ID: id, BUILD_DIRECTORY: directory },
  });
  if (status !== 0) throw new Error(`Waku's build ended with status ${status}.`);

  setUpEngine(directory);
  const timestamp = Date.now();
  const { pages, parts, files } = await prerender(path.resolve(directory));
  const folder = path.resolve(directory, 'public');
  writeManifests(folder, { id, timestamp, pages, parts });
  await compressFiles(folder);
  // The files that the server answers itself, although they lie among the static ones.
  writeFileSync(path.join(directory, 'prerendered.json'), JSON.stringify(files));
  flushCompileCache();
  writeBuildRecord({ fingerprint, stamp }, directory);
};

if (import.meta.main) {
  readEnvFile();
  await build({ onlyIfStale: process.argv.includes('--only-if-stale') });
}
