/** Cuts the site's fonts down to what its pages need, and writes them to `src/styles/fonts`. `npm run fonts` */

import { writeFile } from 'node:fs/promises';
import { cutFaces, OUTPUT } from './faces.ts';

for (const { file, content } of await cutFaces()) {
  await writeFile(new URL(file, OUTPUT), content);
  console.log(`${file}: ${(content.length / 1_024).toFixed(1)} KB`);
}
