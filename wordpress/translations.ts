import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateTranslations } from './runner/translate.ts';

/**
 * `npm run wordpress:translations`: updates the plugin's translation template from its sources, then the German translation, and
 * lists what is not translated yet.
 *
 *     --check   change nothing; exit with 1 if the template is not up to date
 */
const ROOT = join(import.meta.dirname, '..');
const LANGUAGES = join(import.meta.dirname, 'plugin/site-companion/languages');
const TEMPLATE = 'site-companion.pot';

const isCheck = process.argv.includes('--check');
const directory = await mkdtemp(join(tmpdir(), 'translations-'));
try {
  await cp(LANGUAGES, directory, { recursive: true });
  const missing = await updateTranslations({ directory, cache: join(ROOT, '.cache/wordpress'), log: console.log });
  if (isCheck) {
    const [before, after] = await Promise.all(
      [LANGUAGES, directory].map((path) => readFile(join(path, TEMPLATE), 'utf8')),
    );
    if (before !== after) {
      console.error('The translations are not up to date: run npm run wordpress:translations.');
      process.exitCode = 1;
    }
  } else {
    for (const name of await readdir(LANGUAGES)) await rm(join(LANGUAGES, name));
    for (const name of await readdir(directory)) {
      await writeFile(join(LANGUAGES, name), await readFile(join(directory, name)));
    }
  }
  for (const text of missing) console.log(`not translated: ${text}`);
  console.log(`${missing.length} texts are not translated into German.`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
