import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { toBuildId } from './sources.ts';

/** Waku's default. */
const DIST = 'dist';
const BUILD_ID = 'import.meta.env.WAKU_BUILD_ID';

/**
 * Completes `waku build`: names the build by its sources, renders every page that is known at build time, writes the manifests and
 * compresses the files.
 */
export const completeBuild = (): Plugin => ({
  name: 'framework:complete-build',
  apply: 'build',
  // Replaces Waku's random id.
  config: () => ({ define: { [BUILD_ID]: JSON.stringify(toBuildId()) } }),
  // Files of an earlier build must not be served.
  configResolved: () => rmSync(DIST, { recursive: true, force: true }),
  buildApp: {
    order: 'post',
    handler: async ({ config }) => {
      const id: string = JSON.parse(config.define?.[BUILD_ID] ?? '""');
      const program = path.join(import.meta.dirname, 'complete-build.ts');
      const { status } = spawnSync(process.execPath, [program, DIST, id], {
        stdio: 'inherit',
        // A build does not write into the cache that instances share.
        env: { ...process.env, NODE_ENV: 'production', REDIS_URL: '' },
      });
      if (status !== 0) throw new Error('The build could not be completed.');
    },
  },
});
