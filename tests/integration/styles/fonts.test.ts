import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OUTPUT, STYLE_SHEETS, subsetFaces } from '../../../private/fonts/subset-faces.ts';

test('the font files are up to date with the unicode ranges of the style sheets (npm run fonts), and below 60 KB in total', async () => {
  const faces = await subsetFaces();
  const styles = (await Promise.all(STYLE_SHEETS.map((sheet) => readFile(sheet, 'utf8')))).join('');
  const named = [...styles.matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, file]) => file);

  expect(faces.map(({ file }) => file)).toEqual(named);
  for (const { file, content } of faces) expect(content.equals(await readFile(new URL(file, OUTPUT))), file).toBe(true);
  expect(faces.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(60 * 1_024);
});
