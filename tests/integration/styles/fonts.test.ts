import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OUTPUT, STYLE_SHEETS, subsetFaces } from '../../../private/fonts/subset-faces.ts';

test('the font files are up to date with the unicode ranges of the style sheets (npm run fonts)', async () => {
  const faces = await subsetFaces();
  const styles = (await Promise.all(STYLE_SHEETS.map((sheet) => readFile(sheet, 'utf8')))).join('');
  const named = [...styles.matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, file]) => file);

  expect(faces.map(({ file }) => file)).toEqual(named);
  for (const { file, content } of faces) expect(content.equals(await readFile(new URL(file, OUTPUT))), file).toBe(true);
});

test('the total size of all fonts is below 60 KB', async () => {
  const sizes = (await subsetFaces()).map(({ content }) => content.length);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1_024);
});
