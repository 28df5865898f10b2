import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Modules without logic of their own. */
const EXCEPTIONS = [
  // Public modules: they only export.
  'src/framework/cache/index.ts',
  'src/framework/middleware/index.ts',
  'src/framework/endpoints/index.ts',
  'src/framework/render/index.ts',
  'src/framework/render/waku.ts',
  // Types and constants.
  'src/framework/middleware/parsed-request.ts',
  'src/framework/render/route-validation.ts',
  'src/framework/render/server-references.d.ts',
  // Connects modules that are tested on their own; what it returns is tested with a built site.
  'src/framework/render/rsc-server.ts',
];

/** Static and dynamic imports of values; `import type` and `vi.mock` do not run the code of a module. */
const IMPORT = /^(?:import (?!type )[^;]*?from |.*\bimport\()'(?<specifier>\.[^']+)'/gm;

const listImports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(({ groups }) =>
    path.join(path.dirname(file), groups?.specifier ?? ''),
  );

const modules = globSync('src/framework/{middleware,cache,render,endpoints}/*.{ts,tsx}');
const imported = new Set(globSync('tests/unit/**/*.test.{ts,tsx}').flatMap(listImports));

test('every server module of the framework with logic is imported by a unit test', () => {
  expect(modules.filter((file) => !imported.has(file) && !EXCEPTIONS.includes(file))).toEqual([]);
});

test('every exempt module exists and is not imported by a unit test', () => {
  expect(EXCEPTIONS.filter((file) => !modules.includes(file) || imported.has(file))).toEqual([]);
});
