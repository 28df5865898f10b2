import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toContentSchema } from '../../../src/content/content-schema.ts';
import { toFields } from '../../../src/content/editor-fields.ts';
import { isFixedPath, routes, toPagePath } from '../../../src/site/routes.ts';
import { SCHEMA_FILE, withTables } from '../../../wordpress/schema.ts';

const schema = toContentSchema();

test('schema.json of the plugin is what npm run content:schema writes', () => {
  expect(readFileSync('wordpress/plugin/site-companion/schema.json', 'utf8')).toBe(SCHEMA_FILE);
});

test('the companion plugin knows the paths of all pages that the site always has, by their slugs', () => {
  const { paths } = z.object({ paths: z.record(z.string(), z.string()) }).parse(JSON.parse(SCHEMA_FILE));
  const fixed = routes.map(({ path }) => path).filter((path) => isFixedPath(path) && path !== '/');

  expect(Object.values(paths)).toEqual(fixed);
  expect(Object.keys(paths).map(toPagePath)).toEqual(fixed);
});

test('the tables of private/content/README.md are what npm run content:schema writes', () => {
  const readme = readFileSync('private/content/README.md', 'utf8');

  expect(readme).toBe(withTables(readme));
  for (const { layout } of schema.blocks) expect(readme).toContain(`| \`${layout}\` |`);
});

test.each(schema.blocks.map((block) => [block.layout, block] as const))(
  'the example of %s has every field',
  (_, block) => {
    expect(Object.keys(block.example)).toEqual(block.fields.map(({ name }) => name));
  },
);

test('a field without a description is an error', () => {
  expect(() => toFields(z.object({ headline: z.string() }))).toThrow('the field headline has no description');
});
