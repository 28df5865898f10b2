/** `npm run fonts`: subsets the fonts of the site to the characters that pages need, and writes them to `src/styles/fonts`. */

import { writeFile } from 'node:fs/promises';
import { OUTPUT, subsetFaces } from './subset-faces.ts';

for (const { file, content } of await subsetFaces()) {
  await writeFile(new URL(file, OUTPUT), content);
  console.log(`${file}: ${(content.length / 1_024).toFixed(1)} KB`);
}
