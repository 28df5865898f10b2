import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Plugin } from 'vite';
import { BUILD_DIRECTORY, discardBuild, publishBuild, removeAbandonedBuilds } from './build-directory.ts';
import { readBuildState } from './sources.ts';

const BUILD_ID = 'import.meta.env.WAKU_BUILD_ID';

/**
 * Completes `waku build`: renders every page that is known at build time, compresses the files and replaces `dist`. If
 * any step fails, `dist` is unchanged. Of several builds that start without a `dist`, as when several processes start
 * at once, the first that is complete stays: its server has already loaded files of it.
 */
export const publishAfterBuild = (startedAt = Date.now()): Plugin => {
  let isFirst = false;

  return {
    name: 'framework:publish-build',
    apply: 'build',
    configResolved: () => {
      isFirst = readBuildState() === 'missing';
      removeAbandonedBuilds();
      process.once('exit', discardBuild);
    },
    buildApp: {
      order: 'post',
      handler: async ({ config }) => {
        const id: string = JSON.parse(config.define?.[BUILD_ID] ?? '""');
        const program = path.join(import.meta.dirname, 'complete-build.ts');
        const { status } = spawnSync(process.execPath, [program, BUILD_DIRECTORY, id, String(startedAt)], {
          stdio: 'inherit',
          // A build does not write into the cache that instances share.
          env: { ...process.env, NODE_ENV: 'production', REDIS_URL: '' },
        });
        if (status !== 0) throw new Error('The build could not be completed.');
        if (!(isFirst && readBuildState() === 'current')) publishBuild(BUILD_DIRECTORY);
      },
    },
  };
};
