import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isReservedId } from '../../../src/content/anchors.ts';
import { toSlug } from '../../../src/content/slugs.ts';

/** Pages of these features show no headings of the content, so no generated id can equal one in their markup. */
const WITHOUT_HEADINGS = /^src\/features\/(?:home\/|events\/event-list)/;

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !WITHOUT_HEADINGS.test(file))
  .map((file) => readFileSync(file, 'utf8'));

const findAll = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((source) => Array.from(source.matchAll(pattern), ([, found = '']) => found))),
];

test('every literal id in the markup of the site is reserved', () => {
  const ids = findAll(/\b(?:id=|\.id = |getElementById\()['"]([\w-]+)['"]/g);

  expect(ids.length).toBeGreaterThan(15);
  expect(ids.filter((id) => toSlug(id) === id && !isReservedId(id))).toEqual([]);
});

test('every prefix of generated ids is reserved', () => {
  const prefixes = findAll(/\b(?:id=\{|id: )`([\w-]+)\$\{/g);

  expect(prefixes.length).toBeGreaterThan(2);
  expect(prefixes.filter((prefix) => !isReservedId(`${prefix}x`))).toEqual([]);
});
