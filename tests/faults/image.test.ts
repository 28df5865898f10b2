import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSiteProcess } from '../support/site-process.ts';

/** The files that the last stage of the Dockerfile copies, as source and target. */
const shipped = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('COPY --from=build '))
  .map((line) => line.split(' ').slice(2))
  .map(([source = '', place = '']) => ({ source: source.replace('/site/', ''), place }));

const snapshotOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Node.js writes its compile cache if the directory is writable, which it is not in the image.
    .filter((name) => !/^(?:node_modules|dist$|dist\/compiled)/.test(name))
    .map((name) => `${name} ${statSync(path.join(folder, name)).mtimeMs}`)
    .sort();

test('the files of the image are enough to serve the site, which writes only to its data directory', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'image-'));
  const folder = path.join(root, 'site');
  for (const { source, place } of shipped) {
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    cpSync(source, path.join(folder, place), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const before = snapshotOf(folder);
  const site = await openSiteProcess({ DATA_DIR: path.join(root, 'data') }, folder, ['serve.js']);
  onTestFinished(async () => {
    if (site.isRunning()) await site.stop('SIGKILL');
    rmSync(root, { recursive: true });
  });

  // A page, an image rendered on request, an icon from its package, an RSC payload, a file.
  const paths = ['/healthz', '/readyz', '/faq', '/og/faq.png', '/api/icons/tabler.json?icons=home', '/RSC/R/faq.txt'];
  for (const address of [...paths, '/favicon.ico', '/builds/latest.json']) {
    expect({ address, status: (await fetch(site.url + address)).status }).toEqual({ address, status: 200 });
  }
  expect(await site.stop()).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
  expect(readdirSync(path.join(root, 'data'))).toContain('outbox');
});
