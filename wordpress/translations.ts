import { join } from 'node:path';
import { updateTranslations } from './runner/translate.ts';

/**
 * `npm run wordpress:translations`: updates the plugin's translation template from its sources, then the German translation, and
 * lists what is not translated yet.
 */
const directory = join(import.meta.dirname, 'plugin/site-companion/languages');
const cache = join(import.meta.dirname, '../.cache/wordpress');

const missing = await updateTranslations({ directory, cache, log: console.log });
for (const text of missing) console.log(`not translated: ${text}`);
console.log(`${missing.length} texts are not translated into German.`);
