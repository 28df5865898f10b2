import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const listSources = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

const contains = (text: string) => (file: string) => readFileSync(file, 'utf8').includes(text);

// A form token contains the time at which the form was rendered, so that the server can tell how long filling it in
// took (docs/decisions/0047).
test('pages with a form token are cached for one second', () => {
  const featureFolders = listSources('src/features').filter(contains('issueFormToken(')).map(path.dirname);
  const pages = listSources('src/pages').filter((page) =>
    featureFolders.some((folder) => contains(`/features/${path.basename(folder)}/`)(page)),
  );

  expect(pages).toHaveLength(2);
  for (const page of pages) expect(readFileSync(page, 'utf8'), page).toMatch(/export const revalidate = 1;/);
});
