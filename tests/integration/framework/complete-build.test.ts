import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A built server that shows the setting in each page, and keeps its process alive as a connection does. */
const SERVER = `
  setInterval(() => undefined, 1_000);
  export const unstable_serverEntry = {
    origin: 'https://site.example',
    securityHeaders: {},
    listPaths: async () => ['/'],
    listEndpoints: () => [],
    fetch: async ({ url }) =>
      new Response('Redis: "' + process.env.REDIS_URL + '"', { status: url.endsWith('/404') ? 404 : 200 }),
  };`;

test('a build with REDIS_URL ends, and renders its pages without Redis', () => {
  const folder = temporaryDirectory();
  mkdirSync(path.join(folder, 'dist/server'), { recursive: true });
  writeFileSync(path.join(folder, 'dist/server/index.js'), SERVER);
  const code = `
    const { completeBuild } = await import(${JSON.stringify(path.resolve('src/framework/build/complete-build-plugin.ts'))});
    await completeBuild().buildApp.handler({ config: { define: {} } });`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { ...process.env, REDIS_URL: 'redis://127.0.0.1:9' },
  });

  expect(status).toBe(0);
  expect(readFileSync(path.join(folder, 'dist/public/index.html'), 'utf8')).toBe('Redis: ""');
});
