import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { publishBuild, removeAbandonedBuilds } from '../../../../src/framework/build/build-directory.ts';

beforeEach(() => {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'build-directory-'));
  process.chdir(folder);
  mkdirSync('dist');
  writeFileSync('dist/build', 'previous');
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
});

const createDirectory = (name: string): string => {
  mkdirSync(name);
  return name;
};

test('a complete build replaces the previous one', () => {
  const directory = createDirectory('.dist-new');
  writeFileSync(path.join(directory, 'build'), 'new');
  publishBuild(directory);

  expect(readFileSync('dist/build', 'utf8')).toBe('new');
});

test('a build that cannot be published leaves the previous one in place', () => {
  expect(() => publishBuild('not-there')).toThrow('ENOENT');

  expect(readFileSync('dist/build', 'utf8')).toBe('previous');
});

test('build directories that are older than an hour are removed', () => {
  const abandoned = createDirectory('.dist-abandoned');
  const current = createDirectory('.dist-current');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(abandoned, twoHoursAgo, twoHoursAgo);
  removeAbandonedBuilds();

  expect(readdirSync('.').sort()).toEqual([current, 'dist']);
});
