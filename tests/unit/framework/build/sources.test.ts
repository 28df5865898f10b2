import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fingerprintSources } from '../../../../src/framework/build/sources.ts';

const PAGE = 'src/pages/index.tsx';

const openFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

beforeEach(() => {
  const before = process.cwd();
  process.chdir(openFolder());
  onTestFinished(() => process.chdir(before));
  mkdirSync('src/pages', { recursive: true });
  mkdirSync('public');
  writeFileSync(PAGE, 'export default 1;');
  writeFileSync('tsconfig.json', '{}');
});

test('a copy of the sources has the same fingerprint, whatever its time stamps', () => {
  const fingerprint = fingerprintSources();
  const copy = openFolder();
  cpSync('.', copy, { recursive: true });
  process.chdir(copy);
  utimesSync(PAGE, 0, 0);

  expect(fingerprintSources()).toBe(fingerprint);
});

test.each([
  ['a changed source', () => writeFileSync(PAGE, 'export default 2;')],
  ['a removed source', () => unlinkSync(PAGE)],
  ['a new source', () => writeFileSync('src/pages/new.tsx', '')],
  ['a changed file at the root', () => writeFileSync('tsconfig.json', '{ }')],
  ['a moved source', () => renameSync(PAGE, 'public/index.tsx')],
])('%s changes the fingerprint', (_, change) => {
  const fingerprint = fingerprintSources();
  change();

  expect(fingerprintSources()).not.toBe(fingerprint);
});

test('a file that is not a source does not change the fingerprint', () => {
  const fingerprint = fingerprintSources();
  writeFileSync('README.md', 'Read me');

  expect(fingerprintSources()).toBe(fingerprint);
});
