import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import path from 'node:path';
import { writeBuildRecord } from './build-record.ts';
import { compressFiles } from './compress.ts';
import { readEnvFile } from './env-file.ts';
import { writeManifests } from './manifests.ts';
import { prerender } from './prerender.ts';
import { setUpEngine } from './serve.js';
import { fingerprintSources, stampSources } from './sources.ts';

/** The files that the server answers itself, although they lie among the static ones. */
const PRERENDERED = 'dist/prerendered.json';

/**
 * Builds the site into `dist`: Waku's bundles, then the complete HTML of every page that can be known, then the
 * compressed form of every file.
 *
 * @throws {Error} when Waku's build or the rendering of a page fails. Nothing counts as built then.
 */
export const build = async (): Promise<void> => {
  const stamp = stampSources();
  const fingerprint = fingerprintSources();
  const id = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  rmSync('dist', { recursive: true, force: true });

  const waku = path.join(path.dirname(createRequire(import.meta.url).resolve('waku/package.json')), 'cli.js');
  const { status } = spawnSync(process.execPath, [waku, 'build'], {
    stdio: ['ignore', process.env.BUILD_OUTPUT === 'quiet' ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_ID: id },
  });
  if (status !== 0) throw new Error(`Waku's build ended with status ${status}.`);

  setUpEngine();
  const timestamp = Date.now();
  const { pages, parts, files } = await prerender(path.resolve('dist'));
  writeManifests(path.resolve('dist/public'), { id, timestamp, pages, parts });
  await compressFiles(path.resolve('dist/public'));
  writeFileSync(PRERENDERED, JSON.stringify(files));
  flushCompileCache();
  writeBuildRecord({ fingerprint, stamp });
};

if (import.meta.main) {
  readEnvFile();
  await build();
}
