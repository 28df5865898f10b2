import { type StdioOptions, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Runs `waku build`.
 *
 * @throws {Error} if the build fails. The next `npm start` builds again then.
 */
export const wakuBuild = (folder = '.', stdio: StdioOptions = 'inherit'): void => {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('waku/package.json')), 'cli.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [cli, 'build'], { cwd: folder, stdio, env });
  if (status !== 0) throw new Error(`waku build exited with status ${status}.`);
};
