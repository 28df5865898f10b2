import { join } from 'node:path';
import { listContentTexts, listPluginTexts, listSourceTexts } from './check/visible-texts.ts';
import { findWords } from './check/words.ts';

/**
 * `npm run content:words`: lists words that the visible texts should not contain, in the content snapshot, the site and the plugin.
 * `wordpress/check/words.ts` has the list. The exit code is 1 if such a word is found.
 */
const root = join(import.meta.dirname, '..');

const findings = findWords([...listContentTexts(root), ...listSourceTexts(root), ...listPluginTexts(root)]);
for (const { place, excerpt, instead } of findings) console.log(`${place}\n  …${excerpt}…\n  better: ${instead}\n`);
console.log(`${findings.length} found.`);
if (findings.length > 0) process.exitCode = 1;
