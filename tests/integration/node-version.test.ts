import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Starts a copy, because the file creates a cache beside itself: below `src`, the build would count as outdated. */
const startWith = (version: string) => {
  const file = path.join(temporaryDirectory(), 'serve-node.mjs');
  copyFileSync('src/framework/build/serve-node.js', file);
  const fake = `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`;
  return spawnSync(process.execPath, ['--import', fake, file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', SITE_URL: 'no URL' },
  });
};

test.each(['v22.23.0', 'v24.11.1'])('the server says in one sentence that Node.js %s is too old', (version) => {
  const { status, stderr, stdout } = startWith(version);

  expect(stderr).toBe(
    `The site needs Node.js 24.12 or newer, but this is ${version}: start it with node_modules/.bin/node, which npm installs.\n`,
  );
  expect([status, stdout]).toEqual([1, '']);
});

test.each(['v24.12.0', 'v25.0.0'])('Node.js %s is new enough', (version) => {
  expect(startWith(version).stderr).not.toContain('The site needs Node.js');
});
