import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';

const FRAMEWORK = path.resolve('src/framework/build');
/** A fixture site, because it is built in seconds. */
const SITE = path.resolve('tests/fixtures/minimal');
const PAGES = ['/', '/about', '/greeting'];

const listBuilds = (): string[] => readdirSync(SITE).filter((name) => /^\.?dist/.test(name));

/** Builds the site if necessary and starts it, as `npm start` does. */
const startSite = async () => {
  await promisify(execFile)('node', [path.join(FRAMEWORK, 'ensure-build.ts')], { cwd: SITE });
  const site = await startSiteProcess({}, SITE, ['dist/serve-node.js']);
  onTestFinished(async () => {
    await site.stop('SIGKILL');
  });
  return site;
};

/** The pages and assets that are not served with status 200. */
const listFailures = async (url: string): Promise<string[]> => {
  const documents = await Promise.all(
    PAGES.map(async (page) => {
      const response = await fetch(url + page);
      return { page, status: response.status, html: await response.text() };
    }),
  );
  const assets = new Set(documents.flatMap(({ html }) => html.match(/\/assets\/[\w.-]+/g) ?? []));
  const responses = await Promise.all(
    [...assets].map(async (asset) => ({ page: asset, status: (await fetch(url + asset)).status })),
  );
  return [...documents, ...responses]
    .filter(({ status }) => status !== 200)
    .map(({ page, status }) => `${page} ${status}`);
};

beforeAll(async () => {
  for (const build of listBuilds()) await rm(path.join(SITE, build), { recursive: true });
});

test('two processes that start concurrently without a build both serve a complete build', async () => {
  const first = startSite();
  const isBuilding = () => listBuilds().some((name) => existsSync(path.join(SITE, name, 'server/index.js')));
  await expect.poll(isBuilding, { interval: 20 }).toBe(true);
  const sites = await Promise.all([first, startSite()]);

  for (const { url } of sites) expect(await listFailures(url)).toEqual([]);
  expect(listBuilds()).toEqual(['dist']);
});
