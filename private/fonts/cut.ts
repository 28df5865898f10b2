/** `npm run fonts`: subsets the site's fonts to the characters that pages need, and writes them to `src/styles/fonts`. */

import { writeFile } from 'node:fs/promises';
import { cutFaces, OUTPUT } from './faces.ts';

for (const { file, content } of await cutFaces()) {
  await writeFile(new URL(file, OUTPUT), content);
  console.log(`${file}: ${(content.length / 1_024).toFixed(1)} KB`);
}
