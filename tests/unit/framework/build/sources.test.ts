import { cpSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readBuildState, toBuildId } from '../../../../src/framework/build/sources.ts';

const PAGE = 'src/pages/index.tsx';

beforeEach(() => {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  for (const name of ['src/pages', 'public', 'dist/public/builds']) mkdirSync(name, { recursive: true });
  writeFileSync(PAGE, 'export default 1;');
  writeFileSync('tsconfig.json', '{}');
  writeFileSync('dist/public/builds/latest.json', JSON.stringify({ id: toBuildId(), timestamp: 1 }));
});

test.each([
  ['a changed source', () => writeFileSync(PAGE, 'export default 2;')],
  ['a removed source', () => unlinkSync(PAGE)],
  ['a new source', () => writeFileSync('src/pages/new.tsx', '')],
  ['a changed file at the root', () => writeFileSync('tsconfig.json', '{ }')],
])('%s makes the build outdated', (_, change) => {
  change();

  expect(readBuildState()).toBe('outdated');
});

test.each([
  ['a file that is not a source', () => writeFileSync('README.md', 'Read me')],
  ['a source that is written again', () => writeFileSync(PAGE, 'export default 1;')],
])('%s does not make the build outdated', (_, change) => {
  change();

  expect(readBuildState()).toBe('current');
});

test('copies of the sources have the same id', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync('.', copy, { recursive: true });

  expect(toBuildId(copy)).toBe(toBuildId());
  expect(toBuildId()).toMatch(/^[\w-]{8}$/);
});

test('without a complete build, the build is missing', () => {
  unlinkSync('dist/public/builds/latest.json');

  expect(readBuildState()).toBe('missing');
});
