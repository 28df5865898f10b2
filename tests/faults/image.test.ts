import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The files that the Dockerfile copies from the build stage into the image, as source and target. */
const copies = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('COPY --from=build '))
  .map((line) => line.split(' ').slice(2))
  .map(([source = '', target = '']) => ({ source: source.replace('/site/', ''), target }));

/** The files of the folder with their modification times, without `node_modules` and the compile cache. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Node.js writes its compile cache to `dist/compiled`, because the folder is writable, unlike in the image.
    .filter((name) => !/^(?:node_modules|dist$|dist\/compiled)/.test(name))
    .map((name) => `${name} ${statSync(path.join(folder, name)).mtimeMs}`)
    .sort();

test('the site runs with only the files of the container image, and writes only to its data directory', async () => {
  const root = temporaryDirectory();
  const folder = path.join(root, 'site');
  for (const { source, target } of copies) {
    mkdirSync(path.dirname(path.join(folder, target)), { recursive: true });
    cpSync(source, path.join(folder, target), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const before = listFiles(folder);
  const site = await startSiteForTest({ DATA_DIR: path.join(root, 'data') }, folder, ['dist/serve-node.js']);

  // Health endpoints, a page, a social card, an icon, an RSC payload and static files.
  const paths = ['/healthz', '/readyz', '/faq', '/og/faq.png', '/api/icons/tabler.json?icons=home', '/RSC/R/faq.txt'];
  for (const target of [...paths, '/favicon.ico', '/builds/latest.json']) {
    expect({ target, status: (await fetch(site.url + target)).status }).toEqual({ target, status: 200 });
  }
  expect(await site.stop()).toBe(0);
  expect(listFiles(folder)).toEqual(before);
  expect(readdirSync(path.join(root, 'data'))).toContain('mail.sqlite');
});
