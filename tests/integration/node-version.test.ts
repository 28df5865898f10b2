import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** A copy, because the file creates a cache beside itself: below `src`, the build would count as outdated. */
const folder = mkdtempSync(path.join(tmpdir(), 'node-version-'));
const file = path.join(folder, 'serve-node.mjs');
copyFileSync('src/framework/build/serve-node.js', file);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const startWith = (version: string) => {
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
