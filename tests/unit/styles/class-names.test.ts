import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const filesEnding = (ending: RegExp): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join('src', name));

/** The class names that a CSS module exports; `:global` ones belong to the HTML of editors. */
const classesOf = (cssModule: string): Set<string> => {
  const selectors = readFileSync(cssModule, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)|:global\([^)]*\)/gs, '');
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
};

/** Every `styles.name` in the source files, with the CSS module it is imported from. */
const uses = filesEnding(/\.tsx?$/).flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return Array.from(source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)).flatMap(
    ([statement, local = '', specifier = '']) =>
      Array.from(source.replace(statement, '').matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g')), ([, name = '']) => ({
        file,
        cssModule: path.join(path.dirname(file), specifier),
        name,
      })),
  );
});

test('every class that a component uses exists in its CSS module', () => {
  const unknown = uses.filter(({ cssModule, name }) => !classesOf(cssModule).has(name));

  expect(uses.length).toBeGreaterThan(100);
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
