import { globSync, readFileSync } from 'node:fs';
import { ICON } from './icons.ts';

/**
 * `npm run brand:check -- TEXT…`: lists the lines that still contain one of the texts, such as an old name, colour or address, and checks
 * whether the icons show the current logo. The exit code is 1 if something is found. `docs/rebranding.md` says what to search for.
 */

/** Everything that visitors, editors and operators see. Not the tests, which use the default name, and not `docs`. */
const FILES = [
  'src/**/*.{ts,tsx,css,svg,json}',
  'private/**/*.{ts,css,html,json}',
  'public/**/*.{svg,txt}',
  'wordpress/plugin/**/*.{php,js,css,json,txt,po,pot}',
  '{.env,.env.example,compose.yaml,package.json,README.md,LICENSE}',
];

const files = globSync(FILES);

for (const searched of process.argv.slice(2)) {
  const places = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, text: text.trim() }))
      .filter(({ text }) => text.toLowerCase().includes(searched.toLowerCase())),
  );
  if (places.length === 0) continue;
  console.log(`“${searched}” is left in ${places.length} lines:`);
  for (const { place, text } of places) console.log(`  ${place}  ${text.slice(0, 80)}`);
  process.exitCode = 1;
}

if (readFileSync('src/styles/icon.svg', 'utf8') !== ICON) {
  console.log('The icons do not show the logo of src/site/brand.ts. Run npm run icons.');
  process.exitCode = 1;
}
if (process.exitCode === undefined)
  console.log(`Nothing is left in ${files.length} files, and the icons show the logo.`);
