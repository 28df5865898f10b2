import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createBuildDirectory, publishBuild } from '../../../../src/framework/build/build-directory.ts';

beforeEach(() => {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'build-directory-'));
  process.chdir(folder);
  mkdirSync('dist');
  writeFileSync('dist/build', 'former');
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
});

test('a finished build replaces the former one', () => {
  const directory = createBuildDirectory();
  writeFileSync(path.join(directory, 'build'), 'new');
  publishBuild(directory);

  expect(readFileSync('dist/build', 'utf8')).toBe('new');
});

test('a build that cannot be published leaves the former one in its place', () => {
  expect(() => publishBuild('not-there')).toThrow('ENOENT');

  expect(readFileSync('dist/build', 'utf8')).toBe('former');
});
