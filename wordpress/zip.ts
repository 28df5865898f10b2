import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { readOptions } from './read-options.ts';
import { toZip } from './runner/zip-archive.ts';

/**
 * `npm run wordpress:zip`: builds a zip file of the plugin for WordPress (Plugins → Add New → Upload Plugin). The same sources always
 * give the same bytes.
 *
 *     --out FILE   default .cache/site-companion.zip
 */
const ROOT = join(import.meta.dirname, '..');
const PLUGIN = join(import.meta.dirname, 'plugin/site-companion');

/** All other files, such as the sources of the translations, are left out. */
const INSTALLED = new Set(['.php', '.js', '.css', '.json', '.mo', '.txt', '.svg', '.png', '.webp']);

const isInstalled = (path: string): boolean =>
  INSTALLED.has(extname(path)) && !path.split(sep).some((name) => name.startsWith('.'));

/** Writes the zip and returns the paths in it. */
export const zipPlugin = async (file: string): Promise<readonly string[]> => {
  const paths = (await readdir(PLUGIN, { recursive: true })).filter(isInstalled).sort();
  const entries = await Promise.all(
    paths.map(async (path) => ({
      path: `site-companion/${path.replaceAll(sep, '/')}`,
      data: await readFile(join(PLUGIN, path)),
    })),
  );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, toZip(entries));
  return entries.map(({ path }) => path);
};

if (import.meta.main) {
  const options = readOptions({ out: { type: 'string' } });
  const file = resolve(options.out ?? join(ROOT, '.cache/site-companion.zip'));
  const paths = await zipPlugin(file);
  console.log(`${file}: ${paths.length} files. Upload it in WordPress under Plugins → Add New → Upload Plugin.`);
}
