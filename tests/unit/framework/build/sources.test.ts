import { cpSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readBuildState, toBuildId } from '../../../../src/framework/build/sources.ts';

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
])('%s makes the build outdated, and the next one has another id', (_, change) => {
  const before = toBuildId();
  change();

  expect(readBuildState()).toBe('outdated');
  expect(toBuildId()).not.toBe(before);
});

test('a file that is not a source does not make the build outdated, and the next one has the same id', () => {
  const before = toBuildId();
  writeFileSync('README.md', 'Read me');

  expect(readBuildState()).toBe('current');
  expect(toBuildId()).toBe(before);
});

test('copies of the sources have the same id, whenever they were written', () => {
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
