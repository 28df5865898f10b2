import { mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readBuildState } from '../../../../src/framework/build/sources.ts';

const PAGE = 'src/pages/index.tsx';
const BUILD_STARTED = new Date('2026-11-20T12:00:00Z');
const BEFORE = new Date('2026-11-20T11:00:00Z');

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
  writeFileSync('dist/public/builds/latest.json', JSON.stringify({ timestamp: BUILD_STARTED.getTime() }));
  for (const name of [PAGE, 'tsconfig.json', 'src/pages', 'src', 'public']) utimesSync(name, BEFORE, BEFORE);
});

test('a build is current if no source has changed since it started', () => {
  expect(readBuildState()).toBe('current');
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

test('a file that is not a source does not make the build outdated', () => {
  writeFileSync('README.md', 'Read me');

  expect(readBuildState()).toBe('current');
});

test('without a complete build, the build is missing', () => {
  unlinkSync('dist/public/builds/latest.json');

  expect(readBuildState()).toBe('missing');
});
