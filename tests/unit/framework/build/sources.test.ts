import { cpSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readBuildState, toBuildId } from '../../../../src/framework/build/sources.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const PAGE = 'src/pages/index.tsx';

beforeEach(() => {
  const before = process.cwd();
  process.chdir(temporaryDirectory());
  onTestFinished(() => process.chdir(before));
  for (const name of ['src/pages', 'public', 'dist/public/builds']) mkdirSync(name, { recursive: true });
  writeFileSync(PAGE, 'export default 1;');
  writeFileSync('tsconfig.json', '{}');
  writeFileSync('dist/public/builds/latest.json', JSON.stringify({ id: toBuildId(), timestamp: 1 }));
});

test.each([
  ['a source is changed', 'outdated', () => writeFileSync(PAGE, 'export default 2;')],
  ['a source is removed', 'outdated', () => unlinkSync(PAGE)],
  ['a source is added', 'outdated', () => writeFileSync('src/pages/new.tsx', '')],
  ['a file at the root is changed', 'outdated', () => writeFileSync('tsconfig.json', '{ }')],
  ['a file that is not a source is added', 'current', () => writeFileSync('README.md', 'Read me')],
  ['a source is written again', 'current', () => writeFileSync(PAGE, 'export default 1;')],
  ['the build is not complete', 'missing', () => unlinkSync('dist/public/builds/latest.json')],
])('if %s, the build is %s', (_, state, change) => {
  change();

  expect(readBuildState()).toBe(state);
});

test('copies of the sources have the same id', () => {
  const copy = temporaryDirectory();
  cpSync('.', copy, { recursive: true });

  expect(toBuildId(copy)).toBe(toBuildId());
  expect(toBuildId()).toMatch(/^[\w-]{8}$/);
});
