import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const filesEnding = (ending: RegExp): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join('src', name));

/** The names that a sheet gives out; a `:global` one belongs to the HTML of editors. */
const classesOf = (sheet: string): Set<string> => {
  const selectors = readFileSync(sheet, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)|:global\([^)]*\)/gs, '');
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
};

/** Every `styles.name` of a source file, with the sheet that it is imported from. */
const uses = filesEnding(/\.tsx?$/).flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return Array.from(source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)).flatMap(
    ([statement, local = '', address = '']) =>
      Array.from(source.replace(statement, '').matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g')), ([, name = '']) => ({
        file,
        sheet: path.join(path.dirname(file), address),
        name,
      })),
  );
});

test('a class that a component names is one of its sheet', () => {
  const unknown = uses.filter(({ sheet, name }) => !classesOf(sheet).has(name));

  expect(uses.length).toBeGreaterThan(100);
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
