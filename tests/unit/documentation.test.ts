import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files of the example in CONTRIBUTING.md, which do not exist. */
const EXAMPLES = ['src/pages/(default)/pricing.tsx', 'src/features/pricing/'];
const SUPERSEDED = /^Status: .*superseded/m;

const CODE = /`[^`\n]+`/g;
const PATH = /(?<![\w./*-])(?:src|tests|docs|private|wordpress|lint)\/[^\s`,;:]*/g;
const PLACEHOLDER = /[*{]/;

const documents = ['README.md', 'CONTRIBUTING.md', 'src/framework/README.md', ...globSync('docs/**/*.md')].filter(
  (name) => !SUPERSEDED.test(readFileSync(name, 'utf8')),
);

test.each(documents)('the files that %s names exist', (name) => {
  const code = readFileSync(name, 'utf8').match(CODE) ?? [];
  const paths = code.flatMap((text) => text.match(PATH) ?? []).filter((path) => !PLACEHOLDER.test(path));

  expect(paths.filter((path) => !EXAMPLES.includes(path) && !existsSync(path))).toEqual([]);
});
